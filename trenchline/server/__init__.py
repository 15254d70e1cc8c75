"""The server: tables by invite link, an action log that is the truth, live push. It trusts no client."""
