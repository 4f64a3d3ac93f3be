"""Scripts with which bash, zsh and fish complete dragonhoard's words, made from the table of commands."""

from collections.abc import Callable, Mapping
from typing import Final

import dragonhoard as dh
from dragonhoard.cli.arguments import Command
from dragonhoard.cli.screen import Screen
from dragonhoard.language import LANGUAGES

Commands = Mapping[str, Command]


def _words_for(kind: str) -> list[str]:
    """What can stand where an argument of this kind is expected."""
    return {
        "game": list(dh.GAMES),
        "language": list(LANGUAGES),
        "bot": list(dh.BOTS),
        "shell": ["bash", "zsh", "fish"],
        "measurement": ["peers", "playouts", "perft", "latency"],
    }.get(kind, [])


def _offered(command: Command, commands: Commands) -> list[str]:
    """All words a shell may offer after a command."""
    found = [argument.name for argument in command.all_arguments() if argument.name.startswith("-")]
    for argument in command.arguments:
        if not argument.name.startswith("-"):
            found += list(commands) if argument.name == "COMMAND" else _words_for(argument.kind)
    return found


def _after_option(commands: Commands) -> dict[str, str]:
    """Options after which a word of a known kind stands: option -> its words."""
    return {
        argument.name: " ".join(_words_for(argument.kind))
        for command in commands.values()
        for argument in command.all_arguments()
        if argument.name.startswith("-") and _words_for(argument.kind)
    }


def bash(_screen: Screen, commands: Commands) -> str:
    """For bash, to be evaluated."""
    lines = [
        "# dragonhoard, completed in bash: eval \"$(dragonhoard completion bash)\"",
        "_dragonhoard() {",
        "    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= offered= i",
        "    for ((i = 1; i < COMP_CWORD; i++)); do",
        "        case ${COMP_WORDS[i]} in",
        "            --lang) ((i++)) ;;",
        "            -*) ;;",
        "            *) command=${COMP_WORDS[i]}; break ;;",
        "        esac",
        "    done",
        "    case $previous in",
        *(f"        {option}) COMPREPLY=($(compgen -W '{words}' -- \"$word\")); return ;;" for option, words in _after_option(commands).items()),
        "    esac",
        "    case $command in",
        f"        '') offered='{' '.join(commands)} --version --help --lang' ;;",
        *(f"        {command.name}) offered='{' '.join(_offered(command, commands))}' ;;" for command in commands.values()),
        "    esac",
        "    COMPREPLY=($(compgen -W \"$offered\" -- \"$word\"))",
        "}",
        "complete -o default -F _dragonhoard dragonhoard",
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def zsh(screen: Screen, commands: Commands) -> str:
    """For zsh, as a file on its path of functions."""
    told = {name: screen.fitting(screen.sentence(f"command.{name}")).replace("'", "'\\''").replace(":", "\\:") for name in commands}
    lines = [
        "#compdef dragonhoard",
        "# dragonhoard, completed in zsh: dragonhoard completion zsh > a folder of $fpath, as _dragonhoard",
        "_dragonhoard() {",
        "    local command= offered=",
        "    local -a commands",
        "    if (( CURRENT == 2 )); then",
        "        commands=(",
        *(f"            '{name}:{sentence}'" for name, sentence in told.items()),
        "        )",
        "        _describe command commands",
        "        return",
        "    fi",
        "    case ${words[CURRENT-1]} in",
        *(f"        {option}) compadd -- {words}; return ;;" for option, words in _after_option(commands).items()),
        "    esac",
        "    case ${words[2]} in",
        *(f"        {command.name}) offered='{' '.join(_offered(command, commands))}' ;;" for command in commands.values()),
        "    esac",
        "    compadd -- ${=offered}",
        "    _files",
        "}",
        "compdef _dragonhoard dragonhoard",
    ]
    return "\n".join(lines) + "\n"


def fish(screen: Screen, commands: Commands) -> str:
    """For fish, as a file of its completions."""

    def quoted(text: str) -> str:
        return "'" + screen.fitting(text).replace("\\", "\\\\").replace("'", "\\'") + "'"

    lines = ["# dragonhoard, completed in fish: dragonhoard completion fish > ~/.config/fish/completions/dragonhoard.fish"]
    for command in commands.values():
        told = quoted(screen.sentence(f"command.{command.name}"))
        lines.append(f"complete -c dragonhoard -n __fish_use_subcommand -f -a {command.name} -d {told}")
        here = f"-n '__fish_seen_subcommand_from {command.name}'"
        for argument in command.all_arguments():
            offered = list(commands) if argument.name == "COMMAND" else _words_for(argument.kind)
            words = f" -a '{' '.join(offered)}'" if offered else ""
            if argument.name.startswith("--"):
                takes = " -r" if argument.value and not argument.count else ""
                lines.append(f"complete -c dragonhoard {here} -l {argument.name[2:]}{takes}{words}")
            elif words:
                lines.append(f"complete -c dragonhoard {here} -f{words}")
    return "\n".join(lines) + "\n"


SHELLS: Final[Mapping[str, Callable[[Screen, Commands], str]]] = {"bash": bash, "zsh": zsh, "fish": fish}
