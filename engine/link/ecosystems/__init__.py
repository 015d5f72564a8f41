"""Which file a module is: one module an ecosystem, registered by being here; `library.toml` names it.

Each has one function, `make_resolver(paths, texts)`, that gives a `project.Resolver` for the files of a project;
`texts` reads what is in no language, such as the manifest of a package.
"""
