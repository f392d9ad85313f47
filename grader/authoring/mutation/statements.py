"""Changes of statements: one removed, a guard left away, a loop that runs once, a function that returns at once."""

import ast
from collections.abc import Iterator

from grader.authoring.mutation.change import Change, Text, altered
from grader.authoring.mutation.sites import Site


def statement_changes(site: Site, text: Text) -> Iterator[Change]:
    """Changes that leave expressions alone."""
    node = site.node
    if isinstance(node, ast.stmt):
        if _removable(node, site):
            yield Change("removed statement", node, ast.Pass(), "pass")
        if isinstance(node, ast.With) and _is_guard(node):
            yield _without_guard(node, text)
        elif isinstance(node, ast.For | ast.While):
            yield from _once(node, text)
        elif isinstance(node, ast.FunctionDef):
            yield from _undecorated(node, text)
            yield from _early_return(node, text)


def _removable(node: ast.stmt, site: Site) -> bool:
    """Whether the rest still runs without it: taking away the only binding of a name proves nothing.

    What is alone in a block is left to the statement that holds the block.
    """
    if isinstance(site.above, ast.If | ast.For | ast.While) and len(site.above.body) == 1 and not site.above.orelse:
        return False
    if isinstance(node, ast.Expr):
        return not isinstance(node.value, ast.Yield | ast.YieldFrom)
    if isinstance(node, ast.Assign):
        return all(_is_rebound(target, site) for target in node.targets)
    if isinstance(node, ast.If):
        return not node.orelse
    return isinstance(
        node, ast.Raise | ast.AugAssign | ast.For | ast.While | ast.Continue | ast.Break | ast.Delete | ast.Assert
    )


def _is_rebound(target: ast.expr, site: Site) -> bool:
    """Whether a target is a place in an object, or a name that had a value before."""
    if isinstance(target, ast.Tuple | ast.List):
        return all(_is_rebound(element, site) for element in target.elts)
    if isinstance(target, ast.Name):
        return target.id in site.bound or isinstance(site.above, ast.ClassDef)
    return isinstance(target, ast.Attribute | ast.Subscript)


def _is_guard(node: ast.With) -> bool:
    """A ``with`` whose body runs without it."""
    return all(item.optional_vars is None for item in node.items)


def _without_guard(node: ast.With, text: Text) -> Change:
    header = text.between(text.start(node), text.start(node.body[0]))
    start = text.start(node)
    opened = text.between(text.start(node), text.end(node.items[-1].context_expr))
    colon = start + len(opened.encode()) + header[len(opened) :].index(":")
    return Change("dropped with", node, ast.If(ast.Constant(True), node.body, []), "if True", (start, colon))


def _once(node: ast.For | ast.While, text: Text) -> Iterator[Change]:
    last = node.body[-1]
    if isinstance(last, ast.Break | ast.Return | ast.Raise):
        return
    indent = "\n" + " " * last.col_offset
    end = text.end(last)
    yield Change("loop runs once", node, altered(node, body=[*node.body, ast.Break()]), f"{indent}break", (end, end))


def _undecorated(node: ast.FunctionDef, text: Text) -> Iterator[Change]:
    for place, decorator in enumerate(node.decorator_list):
        rest = node.decorator_list[:place] + node.decorator_list[place + 1 :]
        start = text.source.rindex(b"@", 0, text.start(decorator))
        end = text.end(decorator)
        yield Change("dropped decorator", node, altered(node, decorator_list=rest), "", (start, end))


def _early_return(node: ast.FunctionDef, text: Text) -> Iterator[Change]:
    """The first argument is given back at once, by a function that gives something; else nothing is done."""
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    parameters = [parameter.arg for parameter in (*node.args.posonlyargs, *node.args.args)]
    method = bool(parameters) and parameters[0] in ("self", "cls", "ctx")
    parameters = parameters[1:] if method else parameters
    if node.name == "__init__" or not body or (len(body) == 1 and isinstance(body[0], ast.Pass | ast.Raise)):
        return
    gives = any(isinstance(inner, ast.Return) and inner.value is not None for inner in ast.walk(node))
    if gives and not parameters:
        return
    value = ast.Name(parameters[0], ast.Load()) if gives else None
    said = f"return {parameters[0]}" if gives else "return"
    start, indent = text.start(body[0]), "\n" + " " * body[0].col_offset
    if isinstance(body[0], ast.FunctionDef) and body[0].decorator_list:
        return
    docstring = node.body[: len(node.body) - len(body)]
    new = altered(node, body=[*docstring, ast.Return(value), *body])
    yield Change("early return", node, new, f"{said}{indent}", (start, start))
