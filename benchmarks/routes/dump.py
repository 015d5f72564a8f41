"""Prints the route table of a running application of Python as truth: run by the application's own interpreter.

    python benchmarks/routes/dump.py flask|fastapi|django MODULE[:ATTRIBUTE] ROOT REPOSITORY COMMIT

ATTRIBUTE is the application, or a function that makes it; of Django, MODULE is that of the settings. Routes that are
not handled by code below ROOT are left out.
"""

import importlib
import inspect
import json
import os
import sys

FRAMEWORK, TARGET, ROOT, REPOSITORY, COMMIT = sys.argv[1:6]
ROOT = os.path.realpath(ROOT)


def main():
    """Print a JSON object."""
    module, _, attribute = TARGET.partition(":")
    if FRAMEWORK == "django":
        os.environ["DJANGO_SETTINGS_MODULE"] = module
        rows = of_django()
    else:
        made = getattr(importlib.import_module(module), attribute)
        app = made() if inspect.isfunction(made) else made
        rows = of_flask(app) if FRAMEWORK == "flask" else of_fastapi(app)
    rows = sorted({tuple(row) for row in rows})
    print(
        json.dumps({"repository": REPOSITORY, "commit": COMMIT, "framework": FRAMEWORK, "how": "running"})[:-1]
        + ', "routes": ['
    )
    print(",\n".join("  " + json.dumps(row) for row in rows))
    print("]}")


def place(handler):
    """Path and name of a handler; None of one outside of the application."""
    of_class = getattr(handler, "view_class", None) or getattr(handler, "cls", None)
    handler = of_class or (inspect.unwrap(handler) if callable(handler) else handler)
    try:
        path = os.path.realpath(inspect.getfile(handler))
    except TypeError:
        return None
    if not path.startswith(ROOT + os.sep) or "site-packages" in path:
        return None
    return f"{os.path.relpath(path, ROOT)}:{handler.__name__}"


def of_flask(app):
    """Each rule and method of a Flask application."""
    for rule in app.url_map.iter_rules():
        handler = place(app.view_functions[rule.endpoint])
        for method in rule.methods - {"HEAD", "OPTIONS"}:
            if handler:
                yield method, str(rule), handler


def of_fastapi(app):
    """Each route and method of a FastAPI application."""
    for route in flat(app.routes):
        handler = place(getattr(route, "endpoint", None))
        for method in getattr(route, "methods", None) or ["WEBSOCKET"]:
            if handler and method != "HEAD":
                yield method, route.path, handler


def flat(routes):
    """The routes, those of included routers with their whole path; newer versions include them when first asked."""
    for route in routes:
        if hasattr(route, "effective_candidates"):
            yield from flat(route.effective_candidates())
        else:
            yield route


def of_django():
    """Each pattern of a Django project; REST framework's format suffixes and roots left out."""
    import django
    from django.urls import get_resolver

    django.setup()

    def walk(resolver, before):
        for entry in resolver.url_patterns:
            own = str(
                getattr(entry, "pattern", None) or entry.regex.pattern
            )  # before Django 2 there were expressions alone
            whole = before + (own.lstrip("^") if before else own)
            if hasattr(entry, "url_patterns"):
                yield from walk(entry, whole)
                continue
            handler = place(entry.callback)
            actions = getattr(entry.callback, "actions", None)
            if not handler or "format" in whole:
                continue
            for method in [verb.upper() for verb in actions or {} if verb != "head"] or ["ANY"]:
                yield method, whole, handler + (f"/{actions[method.lower()]}" if actions else "")

    yield from walk(get_resolver(), "")


if __name__ == "__main__":
    sys.path.insert(0, os.getcwd())
    main()
