"""The face for coding agents: a Model Context Protocol server, thin over the engine, and its set-up in their hosts."""
