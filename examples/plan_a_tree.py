"""What does one more bet size cost? Plan a heads-up tree for menus that grow, then build the smallest."""

from riverboat.base.memory import bytes_text
from riverboat.games import TreeConfig, build_tree, menu_from_table, nolimit_holdem, plan

BUCKETS = (169, 500, 500, 500)
MENUS = ("100%", "50% 100%", "33% 75% 150%", "25% 50% 75% 100% 150%")


def main() -> None:
    game = nolimit_holdem(stack_bb=100)
    configs = [
        TreeConfig(
            bets, game, menu_from_table({"every": {"bets": bets, "raises": "75%"}}), joined_from="flop"
        )
        for bets in MENUS
    ]
    for config in configs:
        found = plan(config, BUCKETS)
        rows = found.row_plan("own")
        assert found.tree is not None
        memory = bytes_text(rows.bytes_as("float32") or 0)
        print(
            f"{config.name:<24} {found.tree.nodes:>7,} nodes {rows.information_sets:>11,} information sets {memory:>9}"
        )
    tree = build_tree(configs[0])
    line = "r2.5 c / k b5 c /"
    node = tree.walk(line)
    print(
        f"after '{line}', which is the same as '{tree.line_to(node)}', the choices are {tree.choices(node)}"
    )


if __name__ == "__main__":
    main()
