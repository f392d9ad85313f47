"""Many submissions at once: take them in, grade each once, remember every result, and write grades."""
