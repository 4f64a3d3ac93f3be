"""The games, in the order in which every list shows them. One more is one more folder and one more line here (docs/add-a-game.md)."""

from dragonhoard.contract import Declaration
from dragonhoard.games.drachenwurf import DECLARATION as DRACHENWURF
from dragonhoard.games.dragon_inferno import DECLARATION as DRAGON_INFERNO
from dragonhoard.games.dragon_master import DECLARATION as DRAGON_MASTER
from dragonhoard.games.seven_dragons import DECLARATION as SEVEN_DRAGONS

DECLARATIONS: tuple[Declaration, ...] = (DRAGON_MASTER, DRACHENWURF, SEVEN_DRAGONS, DRAGON_INFERNO)
