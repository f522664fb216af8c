"""The tree of commands: groups know the names and help lines of their verbs, and import none of them to list them."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cached_property
from importlib import import_module
from itertools import groupby
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from riverboat.cli.border import in_words_of_options
from riverboat.cli.verbs import FIRST, MORE, MOVED, VERBS, Entry, Verb
from riverboat.errors import RiverboatError

EXAMPLES = "Examples:"


def _leave_as_typed(command: Any, ctx: Any) -> None:
    """For Tab, which only looks at the words before it: converting them would take longer than all the rest."""
    if ctx.resilient_parsing:
        for parameter in command.get_params(ctx):
            parameter.process_value = lambda ctx, value: value


class Command(TyperCommand):
    """A verb with its options. Help is plain text, with options under their headings; errors name options."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the options; a value that is none of those to choose from is told without pydantic's word for it."""
        _leave_as_typed(self, ctx)
        try:
            return super().parse_args(ctx, args)
        except typer.BadParameter as problem:
            problem.message = problem.message.removeprefix("Value error, ")
            raise

    def invoke(self, ctx: Any) -> Any:
        """Run the verb; where the error of a room names an argument, name the option."""
        try:
            return super().invoke(ctx)
        except RiverboatError as problem:
            given = [p.name for p in self.params if ctx.get_parameter_source(p.name).name == "COMMANDLINE"]
            problem.args = (in_words_of_options(str(problem), self.params, given),)
            raise

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return what follows the verb: arguments by name, in brackets where they may be left out."""
        pieces = [self.options_metavar or ""]
        for parameter in self.get_params(ctx):
            if parameter.param_type_name == "argument":
                name = (parameter.metavar or parameter.name or "").strip("[]").removesuffix("...").upper()
                name += "..." if parameter.nargs == -1 else ""
                pieces.append(name if parameter.required else f"[{name}]")
        return pieces

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        """Write the docstring; its examples stay one to a line."""
        text, _, examples = (self.help or "").partition(EXAMPLES)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(text.strip())
        if examples:
            with formatter.section(EXAMPLES.rstrip(":")):
                for line in examples.strip().splitlines():
                    formatter.write(f"{'':>{formatter.current_indent}}{line.strip()}\n")

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments and options, those with a heading of their own under it."""

        def heading(parameter: Any) -> str:
            named = getattr(parameter, "rich_help_panel", None)
            return named or ("Arguments" if parameter.param_type_name == "argument" else "Options")

        parameters = self.get_params(ctx)
        order = list(dict.fromkeys(map(heading, parameters)))
        for name, members in groupby(sorted(parameters, key=lambda p: order.index(heading(p))), key=heading):
            records = filter(None, (parameter.get_help_record(ctx) for parameter in members))
            with formatter.section(name):
                formatter.write_dl(list(records))


class LazyVerb(TyperCommand):
    """Stands for a verb until it is called or completed: then its module is imported."""

    def __init__(self, name: str, verb: Verb) -> None:
        super().__init__(name, help=verb.does, short_help=verb.does, rich_markup_mode=None)
        self.verb = verb

    @cached_property
    def loaded(self) -> TyperCommand:
        """The verb itself, with its options."""
        module, _, function = self.verb.at.partition(":")
        app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
        app.command(self.name, cls=Command)(getattr(import_module(f"riverboat.cli.{module}"), function))
        made = typer.main.get_command(app)
        assert isinstance(made, TyperCommand)
        return made

    def make_context(self, *given: Any, **named: Any) -> Any:
        """Read the command line as the verb itself does; it is what is then invoked."""
        return self.loaded.make_context(*given, **named)


class Group(TyperGroup):
    """A group of verbs, with words for who types what has moved."""

    sections: Mapping[str, Mapping[str, Entry]]
    moved: Mapping[str, str]
    instead = ""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the options before the verb."""
        _leave_as_typed(self, ctx)
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the verb that is meant, or say where it went."""
        name = args[0]
        if name not in self.commands and not name.startswith("-") and not ctx.resilient_parsing:
            if name in self.moved:
                ctx.fail(f"`{ctx.command_path} {name}` is now `{ctx.command_path} {self.moved[name]}`")
            if self.instead and not get_close_matches(name, self.commands):
                ctx.fail(
                    f"'{name}' is not a verb of `{ctx.command_path}`; did you mean "
                    f"`{ctx.command_path} {self.instead} {name}`?"
                )
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the verbs under their headings; none is imported."""
        for heading, verbs in self.sections.items():
            with formatter.section(heading):
                formatter.write_dl([(name, entry.does) for name, entry in verbs.items()])

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """List the verbs before the options."""
        self.format_commands(ctx, formatter)
        TyperCommand.format_options(self, ctx, formatter)  # type: ignore[arg-type]  # options alone


class Root(Group):
    """`riverboat` itself."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.sections, self.moved = {"First": FIRST, "More": MORE}, MOVED
        for name, entry in VERBS.items():
            self.add_command(_command(name, entry))


def _command(name: str, entry: Entry) -> LazyVerb | Group:
    if isinstance(entry, Verb):
        return LazyVerb(name, entry)
    group = Group(
        name=name,
        commands={verb: LazyVerb(verb, found) for verb, found in entry.verbs.items()},
        help=entry.does,
        short_help=entry.does,
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    group.sections, group.moved, group.instead = {"Verbs": entry.verbs}, {}, entry.moved
    return group
