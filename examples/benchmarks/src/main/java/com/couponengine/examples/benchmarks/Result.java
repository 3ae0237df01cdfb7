package com.couponengine.examples.benchmarks;

import com.couponengine.examples.benchmarks.load.Measurement;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What the rounds of one contender gave at one number of callers. Figures are medians over the rounds.
 *
 * @param contender its name
 * @param callers how many
 * @param rounds its measurements, in the order of the rounds
 */
record Result(String contender, int callers, List<Measurement> rounds) {
    double opsPerSecond() {
        return median(rounds.stream().mapToDouble(Measurement::opsPerSecond).toArray());
    }

    double median(ToDoubleFunction<Measurement> figure) {
        return median(rounds.stream().mapToDouble(figure).toArray());
    }

    /** How many times as fast as the other it was, round by round. */
    double ratioTo(Result other) {
        return median(ratios(other));
    }

    /** The ratios of all rounds. */
    double[] ratios(Result other) {
        double[] ratios = new double[rounds.size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = rounds.get(i).opsPerSecond() / other.rounds.get(i).opsPerSecond();
        }
        return ratios;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        java.util.Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
