"""One file a question: functions from a fresh view and a request to an answer."""
