"""Trees: bet menus, betting trees, their configs, and plans of what they cost."""
