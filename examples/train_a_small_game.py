"""Train three-handed Kuhn poker by samples, look at its log, and compare a two-player run with the exact solution."""

import tempfile
from pathlib import Path

import riverboat as rb
from riverboat.training import Training, read_log, read_training_config

# A config says what is learnt, on which tree, with which buckets and rule; those that ship go by name.
LEDUC = """
abstraction = "lossless"
iterations = 400_000

[rule]
name = "linear"
epoch = 10_000

[tree.game]
base = "leduc"

[[watch]]
hand = "Ks"
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        three = Training(read_training_config("kuhn3"), f"{folder}/kuhn3", threads=1)
        three.run(
            iterations=100_000
        )  # checkpoints and the log lie in the folder; a run can be stopped and resumed
        first = three.solver.probabilities(0)  # [cards, actions] at the first decision
        for card, (_, bets) in zip("TJQK", first, strict=True):
            print(f"Kuhn with three players: the first bets {bets:.0%} with a {card}")

        config = Path(folder, "leduc.toml")
        config.write_text(LEDUC)
        two = Training(read_training_config(str(config)), f"{folder}/leduc", threads=1)
        for iterations in (20_000, 100_000, 400_000):
            two.run(iterations=iterations)
            learnt = rb.exploitability("leduc", two.solver.strategy(two.abstraction))
            print(f"Leduc, {iterations:>7,} sampled iterations: {learnt:.4f} chips a hand can be won from it")
        last = read_log(two.log)[-1]
        print(f"its log ends with {last.sets} information sets and {last.watch}")

    exact = rb.solve("leduc", "cfr+", iterations=1000)
    print(
        f"Leduc, {exact.iterations:>7,} iterations over all hands: {exact.exploitability:.4f}, worth {exact.value:.4f}"
    )


if __name__ == "__main__":
    main()
