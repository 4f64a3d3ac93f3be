"""Every message of the server as one Struct: what HTTP and sockets carry, and what the log keeps.

The one definition behind validation, the OpenAPI description and the page's TypeScript types. A message knows bounds and shapes, never a rule and
never a database; sentences in it come from the library in the language that was asked for.
"""

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

# ------------------------------------------------------------------ bounded words
TableId = Annotated[str, Meta(pattern="^[a-z0-9]{12}$", description="A table's name in addresses; it opens nothing by itself.")]
GameKey = Annotated[str, Meta(max_length=24, pattern="^[a-z-]+$")]
Name = Annotated[str, Meta(min_length=1, max_length=24, description="What a player wants to be called.")]
BotSpec = Annotated[str, Meta(min_length=1, max_length=40)]
MoveText = Annotated[str, Meta(min_length=1, max_length=80, description="A move's spelling, as the rules' table of the notation has it.")]
Number = Annotated[int, Meta(ge=0, lt=2**31, description="The number of an event of a table; it only grows.")]
Ply = Annotated[int, Meta(ge=0, lt=2**31)]
SeatNumber = Annotated[int, Meta(ge=0, lt=6)]
SeatCount = Annotated[int, Meta(ge=2, le=6)]
RequestId = Annotated[
    str, Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9_-]+$", description="Chosen by the client; equal ids get equal answers.")
]
Secret = Annotated[str, Meta(min_length=16, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
Code = Annotated[str, Meta(min_length=3, max_length=60, description="A spoken code, as somebody typed it.")]
Language = Literal["en", "de"]
OptionValue = int | Annotated[str, Meta(max_length=20_000)]
Options = Annotated[dict[Annotated[str, Meta(max_length=24)], OptionValue], Meta(max_length=12)]

Phase = Literal["waiting", "playing", "over", "withdrawn"]
ChairKind = Literal["person", "computer", "open"]

MAX_BODY: Final = 64 * 1024  # bytes of one HTTP body
MAX_FRAME: Final = 8 * 1024  # bytes of one frame of a client
MAX_LOOKS: Final = 8  # moves that one `look` may ask about


class Message(Struct, frozen=True, forbid_unknown_fields=True):
    """What every message is: frozen, and strict about fields it does not know."""


# ------------------------------------------------------------------ what both sides name
class Chair(Message, frozen=True):
    """Who is wanted on a seat of a new table: the opener or somebody at the same screen, a computer, or whoever takes an invitation."""

    kind: ChairKind
    name: Name | None = None  # a person's; a computer gets one of its own
    bot: BotSpec | None = None


class SeatShown(Message, frozen=True):
    """One seat of a table, as everybody at it sees it."""

    kind: ChairKind
    name: str | None = None
    bot: str | None = None
    here: bool = False  # a person whose page is open
    left: bool = False  # the person went away for good; with more than two seats a computer plays on
    again: bool = False  # wants another match after this one


class ToldLine(Message, frozen=True):
    """One ply as this seat may know it: spelling, sentence, visible changes."""

    ply: Ply
    mover: int | Literal["chance"]
    move: str
    sentence: str
    changes: list[dict[str, Any]]
    automatic: list[dict[str, str]]  # "reason", "sentence"


class OutcomeShown(Message, frozen=True):
    """How a match ended."""

    winners: list[SeatNumber]
    scores: list[int | list[int]]  # a seat's numbers, where a game compares several
    reason: str
    sentence: str


class SeriesShown(Message, frozen=True):
    """Matches counted together: how many wins end it, and who has how many (by today's seats)."""

    to: int
    wins: list[int]
    number: int  # of this match, from 1
    winner: SeatNumber | None = None


# ------------------------------------------------------------------ the socket: what a client says
class FromClient(Message, frozen=True, tag_field="t"):
    """What every frame of a client is; `id` comes back in the answer."""


class Hello(FromClient, frozen=True, tag="hello"):
    """Sit down before a table, or turn to another of one's own seats (the hand-over); None is the sheet between two hands: nothing hidden is sent."""

    table: TableId
    seat: SeatNumber | None
    after: Number = 0  # the last event this page knows: what happened since is told
    lang: Language = "en"


class Play(FromClient, frozen=True, tag="play"):
    """Play a move; `after` names the event that last changed the match in the eyes of who chose it."""

    id: RequestId
    after: Number
    move: MoveText


class Undo(FromClient, frozen=True, tag="undo"):
    """Take back one's own last acts, as far as it is free: to that ply."""

    id: RequestId
    after: Number
    ply: Ply


class Look(FromClient, frozen=True, tag="look"):
    """What would these moves do, or why are they not legal? One message, one answer, nothing changes."""

    id: RequestId
    after: Number
    moves: Annotated[list[MoveText], Meta(min_length=1, max_length=MAX_LOOKS)]


class Recall(FromClient, frozen=True, tag="recall"):
    """Tell older plies again: from `first` up to, not including, `last`."""

    id: RequestId
    first: Ply
    last: Ply


class Again(FromClient, frozen=True, tag="again"):
    """After the end: this seat would like another match, or after all not."""

    id: RequestId
    wanted: bool = True


class Leave(FromClient, frozen=True, tag="leave"):
    """Get up for good: with two seats the other wins, with more a computer plays on."""

    id: RequestId


ClientMessage = Hello | Play | Undo | Look | Recall | Again | Leave


# ------------------------------------------------------------------ the socket: what the server says
class FromServer(Message, frozen=True, tag_field="t"):
    """What every frame of the server is."""


class Now(FromServer, frozen=True, tag="now"):
    """The table as one seat may know it: enough to draw all of it. `told` says what happened since the client's last event."""

    table: TableId
    number: Number  # of the last event
    changed: Number  # of the last event that changed the match: `play`, `undo` and `look` name it
    game: GameKey
    options: dict[str, int | str]
    hidden: bool  # does any seat of this game see less than another: then hands on one screen are handed over
    phase: Phase
    seats: list[SeatShown]
    seat: SeatNumber | None  # whose knowledge this is
    mine: list[SeatNumber]  # all seats of this browser
    opener: bool  # did this browser open the table
    ply: Ply = 0
    mover: SeatNumber | None = None
    prompt: str = ""  # what the mover is to do, in words
    view: msgspec.Raw | None = None  # of the shape that the game declares (VIEW); None before play begins
    moves: list[str] = []  # every legal spelling, if it is this seat's turn
    spots: dict[str, str] = {}  # place -> words
    told_from: Ply = 0  # plies from here on are told (anew, if they were taken back)
    told: list[ToldLine] = []
    back: int = 0  # plies that happened while this page was away: "You are back, 2 moves happened"
    undo: Ply | None = None  # as far back as is free
    outcome: OutcomeShown | None = None
    series: SeriesShown | None = None
    next: TableId | None = None  # where the next match of these people is


class Presence(FromServer, frozen=True, tag="presence"):
    """Somebody came or went, was renamed or wants another match: seats alone."""

    number: Number
    seats: list[SeatShown]


class Done(FromServer, frozen=True, tag="done"):
    """Yes: the request is in the log, on disk."""

    id: RequestId
    number: Number


class Refused(FromServer, frozen=True, tag="refused"):
    """No, and why: a code, a sentence, and the place in the rules. With "stale" the fresh view comes right before."""

    id: RequestId
    code: str
    sentence: str = ""
    section: str | None = None


class LookedAt(Message, frozen=True):
    """One move's consequence, or its refusal."""

    move: str
    legal: bool
    sentence: str
    changes: list[dict[str, Any]] = []
    code: str | None = None
    section: str | None = None


class Looked(FromServer, frozen=True, tag="looked"):
    """The answer to `look`; `at` is the event it is true for."""

    id: RequestId
    at: Number
    answers: list[LookedAt]


class Recalled(FromServer, frozen=True, tag="recalled"):
    """The answer to `recall`."""

    id: RequestId
    told: list[ToldLine]


class Closed(FromServer, frozen=True, tag="closed"):
    """This socket has nothing more to say: "gone" (no such table), "no-seat" (not yours), "withdrawn", "too-much", "bad-frame"."""

    code: str
    sentence: str = ""


ServerMessage = Now | Presence | Done | Refused | Looked | Recalled | Closed


# ------------------------------------------------------------------ HTTP
class Trouble(Message, frozen=True):
    """What every refused request answers: a code for programs, a sentence for people, and where (a field, a line)."""

    code: str
    sentence: str = ""
    where: str | None = None


class NewTable(Message, frozen=True):
    """Open a table. Persons on it sit before this browser (same screen); open seats are for invitations."""

    game: GameKey
    chairs: Annotated[list[Chair], Meta(min_length=2, max_length=6)]
    options: Options = {}
    series: Annotated[int, Meta(ge=1, le=5)] = 1  # wins that end a series; 1 is a single match
    lang: Language = "en"


class Opened(Message, frozen=True):
    """A table was opened, or a seat taken."""

    table: TableId
    seat: SeatNumber | None


class Arrange(Message, frozen=True):
    """Before play begins, by whoever opened the table: make a seat a computer's, or open it (again)."""

    chair: Chair


class Invite(Message, frozen=True):
    """Ask for an invitation to an open seat; asking again makes the former one void."""

    seat: SeatNumber
    spoken: bool = False


class Invitation(Message, frozen=True):
    """A token for behind the `#` of a link, or a code to say aloud."""

    seat: SeatNumber
    token: str | None = None
    code: str | None = None
    minutes: int | None = None  # how long the code is good


class Knock(Message, frozen=True, omit_defaults=True):
    """Look at an invitation without using it up: by the token of a link, or by a spoken code."""

    token: Secret | None = None
    code: Code | None = None


class Invited(Message, frozen=True):
    """What an invitation is to: the table, the seat, and who sits there if it has been used."""

    table: TableId
    game: GameKey
    seat: SeatNumber
    options: dict[str, int | str]
    seats: list[SeatShown]
    open: bool
    mine: bool = False
    withdrawn: bool = False


class SitDown(Message, frozen=True):
    """Use an invitation: this browser's identity takes the seat."""

    name: Name
    token: Secret | None = None
    code: Code | None = None


class TableLine(Message, frozen=True):
    """One of this browser's tables, for home."""

    table: TableId
    game: GameKey
    phase: Phase
    seats: list[SeatShown]
    mine: list[SeatNumber]
    opener: bool
    at: int  # milliseconds since 1970, of its last event
    turn: bool = False  # is one of mine to move
    mover: SeatNumber | None = None
    outcome: list[SeatNumber] | None = None
    last: str = ""  # the last public thing that happened, in words


class Tables(Message, frozen=True):
    """All tables of this browser, the latest first."""

    tables: list[TableLine]


class Me(Message, frozen=True):
    """Who this browser is: a name of one's choice, nothing else."""

    name: Name | None = None


class Rename(Message, frozen=True):
    """What a person of this browser wants to be called at a table."""

    name: Name


class GameOption(Message, frozen=True):
    """One option of a game, for the new-table sheet."""

    name: str
    kind: str
    default: int | str
    choices: list[int | str]
    sentence: str


class GameShown(Message, frozen=True):
    """One game, for the page: words from the library, numbers from its declaration."""

    key: GameKey
    title: str
    pitch: str
    seats: list[int]
    hidden: bool
    series: bool
    options: list[GameOption]


class BotShown(Message, frozen=True):
    """A computer player that this door accepts."""

    spec: str
    title: str


class Games(Message, frozen=True):
    """What can be played here, and against which computers."""

    games: list[GameShown]
    bots: list[BotShown]
    version: str


class RulePoint(Message, frozen=True):
    """One numbered point of a game's rules, or a heading."""

    number: str
    text: str
    heading: bool = False
    ruling: bool = False


class Rules(Message, frozen=True):
    """A game's rules in our own words."""

    game: GameKey
    title: str
    pitch: str
    points: list[RulePoint]


class Components(Message, frozen=True):
    """A component set somebody pasted or opened."""

    game: GameKey
    text: Annotated[str, Meta(max_length=20_000)]
    lang: Language = "en"


class ComponentsShown(Message, frozen=True):
    """The pieces of a component set as the game's view would show them, or the first fault with its line."""

    pieces: dict[str, Any] | None = None
    line: int | None = None
    sentence: str = ""
    canonical: str | None = None  # the same set in its shortest spelling: what the option takes


class Network(Message, frozen=True):
    """Is this server open to its network, and under which addresses; `may_open` only before a browser of this very machine."""

    open: bool
    may_open: bool
    addresses: list[str]


class QrAsked(Message, frozen=True):
    """A link to draw as QR code."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class QrDrawn(Message, frozen=True):
    """A QR code as one SVG path over a square of `size` modules."""

    size: int
    path: str


# What clients send in bodies, and what they are answered: the page's types are made from these two and from the socket's (scripts/messages).
Asked = NewTable | Arrange | Rename | Invite | Knock | SitDown | Me | Components | QrAsked
Answered = Now | Trouble | Opened | Invitation | Invited | Tables | Me | Games | Rules | ComponentsShown | Network | QrDrawn


# ------------------------------------------------------------------ the log: the truth of a table
class Event(Struct, frozen=True, tag_field="e", omit_defaults=True):
    """One event of a table. Its number is its place in the table's log; it never changes and never goes away."""


class TableOpened(Event, frozen=True, tag="opened"):
    """A table begins: the first event."""

    game: str
    chairs: list[Chair]
    options: dict[str, int | str]
    by: str  # the identity (a digest) that opened it
    series: int = 1
    wins: list[int] = []  # before this match, by seat
    match: int = 1
    before: str | None = None  # the table of the match before


class SeatInvited(Event, frozen=True, tag="invited"):
    """An open seat got an invitation, or a new one; the log keeps digests only."""

    seat: int
    token: str | None = None
    code: str | None = None
    until: int = 0  # milliseconds since 1970; a code lapses


class SeatTaken(Event, frozen=True, tag="sat"):
    """A person sits down."""

    seat: int
    who: str
    name: str


class SeatArranged(Event, frozen=True, tag="arranged"):
    """The opener turned a seat into a computer's, or opened it."""

    seat: int
    chair: Chair


class SeatRenamed(Event, frozen=True, tag="renamed"):
    """Somebody wants another name."""

    seat: int
    name: str


class MatchStarted(Event, frozen=True, tag="started"):
    """Every seat is taken: play begins."""


class Moved(Event, frozen=True, tag="moved"):
    """A seat's move, and the request it came with."""

    seat: int
    move: str
    id: str = ""


class Happened(Event, frozen=True, tag="happened"):
    """An outcome of chance."""

    move: str


class TakenBack(Event, frozen=True, tag="undone"):
    """The match went back to a ply; numbers of events still grow."""

    seat: int
    ply: int
    id: str = ""


class SeatLeft(Event, frozen=True, tag="left"):
    """A person got up for good; `bot` plays on, if one does."""

    seat: int
    bot: str | None = None
    id: str = ""


class MatchEnded(Event, frozen=True, tag="ended"):
    """The match ended otherwise than by its rules."""

    reason: str
    winners: list[int]


class AgainWanted(Event, frozen=True, tag="again"):
    """A seat would like another match, or after all not."""

    seat: int
    wanted: bool
    id: str = ""


class NextOpened(Event, frozen=True, tag="next"):
    """The next match of the same people is at that table."""

    table: str


class TableWithdrawn(Event, frozen=True, tag="withdrawn"):
    """The opener withdrew a table before play began."""


AnyEvent = (
    TableOpened
    | SeatInvited
    | SeatTaken
    | SeatArranged
    | SeatRenamed
    | MatchStarted
    | Moved
    | Happened
    | TakenBack
    | SeatLeft
    | MatchEnded
    | AgainWanted
    | NextOpened
    | TableWithdrawn
)

encode_events: Final = msgspec.json.Encoder().encode
decode_events: Final = msgspec.json.Decoder(list[AnyEvent]).decode
encode: Final = msgspec.json.Encoder().encode
decode_client: Final = msgspec.json.Decoder(ClientMessage).decode
