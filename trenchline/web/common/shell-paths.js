/** The one list of paths that the server answers with the page of the client, by their first part; the front page is the empty path. The server (server/client_files.py) reads it here. */
export const SHELL_PATHS = ["t", "join", "watch", "rules", "learn", "new", "account", "notices", "players", "cups"];
