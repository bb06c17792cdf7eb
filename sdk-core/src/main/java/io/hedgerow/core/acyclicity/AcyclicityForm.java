package io.hedgerow.core.acyclicity;

/** The forms of h that a run can choose, by name. */
public enum AcyclicityForm {
    /** tr(e^A) − d, the form of the papers; defined everywhere. */
    TRACE_EXPONENTIAL {
        @Override
        public AcyclicityConstraint constraint() {
            return new TraceExponential();
        }
    },
    /**
     * −log det(I − A), defined where the spectral radius of A is below 1: weak cycles weigh more, strong ones are
     * impossible.
     */
    LOG_DETERMINANT {
        @Override
        public AcyclicityConstraint constraint() {
            return new LogDeterminant();
        }
    };

    /**
     * The function.
     *
     * @return h
     */
    public abstract AcyclicityConstraint constraint();
}
