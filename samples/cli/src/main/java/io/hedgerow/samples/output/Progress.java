// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.output;

/** Shows the progress of a long computation. Not private: it is shown only to the people at this terminal. */
public interface Progress extends AutoCloseable {

    /** Tells the newest state. Cheap enough to call in every round. */
    void update(Step step);

    /** Removes what is shown. May be called again. */
    @Override
    void close();

    /** Shows nothing: for pipes and {@code --quiet}. */
    static Progress silent() {
        return new Progress() {
            @Override
            public void update(Step step) {}

            @Override
            public void close() {}
        };
    }

    /**
     * The state of a computation: steps done, total, bytes and remaining time.
     *
     * @param what the unit that is counted, such as "round"
     * @param done how many are finished; at least 0
     * @param total how many there will be at most; 0 when unknown
     * @param bytes how much was sent so far; 0 when nothing is sent
     * @param secondsLeft how long the rest will take; NaN to take it from the time of what is finished
     */
    record Step(String what, long done, long total, long bytes, double secondsLeft) {
        public Step {
            if (done < 0 || total < 0 || bytes < 0) {
                throw new IllegalArgumentException(
                        "done, total and bytes must be at least 0, were " + done + ", " + total + " and " + bytes);
            }
        }

        public Step(String what, long done, long total, long bytes) {
            this(what, done, total, bytes, Double.NaN);
        }

        /** The same step with a better estimate, for steps of very different lengths. */
        public Step withSecondsLeft(double seconds) {
            return new Step(what, done, total, bytes, seconds);
        }
    }
}
