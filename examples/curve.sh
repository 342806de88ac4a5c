#!/bin/sh
# How Struct-IoU falls when a system's trees and times are perturbed:
#   sh curve.sh GOLD SYSTEM [--times FILE]
# GOLD and SYSTEM have the same words, so the times are those of both. Each line: DELTA, then mean and standard
# deviation of the sentence mean over five seeds.
gold=$1 system=$2
shift 2
work=$(mktemp -d) || exit
trap 'rm -r "$work"' EXIT

# make NAME TREES ...: perturbed trees and times
make() {
    name=$1
    shift
    treescore perturb "$@" --trees-out "$work/$name.trees" --times-out "$work/$name.jsonl" 2>> "$work/messages"
}

# A DELTA of 0 changes nothing, but closes the gaps between words, as every perturbation does.
make gold "$gold" "$@" --noise 0
for what in noise insert delete; do
    echo "$what"
    for delta in 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1.0; do
        for seed in 1 2 3 4 5; do
            make wrong "$system" "$@" --$what $delta --seed $seed
            treescore "$work/gold.trees" "$work/wrong.trees" --measure struct-iou --format csv \
                --gold-times "$work/gold.jsonl" --system-times "$work/wrong.jsonl" 2>> "$work/messages"
        done | awk -F, -v delta=$delta '
            /^measure,/ { for (i = 1; i <= NF; i++) column[$i] = i }
            $column["average"] == "sentence-mean" { score[++n] = $column["struct_iou"]; sum += score[n] }
            END {
                if (n < 5) exit 1
                for (i = 1; i <= n; i++) squares += (score[i] - sum / n) ^ 2
                printf "%s  %.4f  %.4f\n", delta, sum / n, sqrt(squares / (n - 1))
            }' || { cat "$work/messages" >&2; exit 1; }
    done
done
