"""Starting, watching and stopping the service's processes. Standard library, and the programs it starts."""
