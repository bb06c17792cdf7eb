// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.accounting;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.samples.accounting.AccountCase.CaseNumbers;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;

/** Parses mechanism calls from options such as {@code mu=0.01,count=2000}. */
public final class CallList {

    private CallList() {}

    /**
     * One kind of mechanism call.
     *
     * @param option the option, such as {@code --gaussian}
     * @param parameter the name of its parameter, such as {@code mu}
     */
    public record Kind(String option, String parameter, BiFunction<Double, Long, MechanismEvent> event) {

        /** Gaussian noise; mu is the sensitivity over the standard deviation. */
        public static final Kind GAUSSIAN = new Kind("--gaussian", "mu", MechanismEvent.Gaussian::new);

        /** Selection by the exponential mechanism; eps0 is the bounded range. */
        public static final Kind SELECTION = new Kind("--selection", "eps0", MechanismEvent.Selection::new);

        /** Laplace noise; scale is in units of the sensitivity. */
        public static final Kind LAPLACE = new Kind("--laplace", "scale", MechanismEvent.Laplace::new);

        /** Pure differential privacy; eps is its parameter. */
        public static final Kind PURE = new Kind("--pure", "eps", MechanismEvent.PureDp::new);

        String form() {
            return parameter + "=NUMBER,count=N";
        }
    }

    /** Reads one value, such as {@code mu=0.01,count=2000}; the count may be left out when it is 1. */
    public static MechanismEvent parse(Kind kind, String text) {
        Map<String, String> fields = new HashMap<>();
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            String name = equals < 0 ? "" : part.substring(0, equals).strip();
            boolean known = name.equals(kind.parameter()) || name.equals("count");
            if (!known || fields.put(name, part.substring(equals + 1).strip()) != null) {
                throw new IllegalArgumentException(
                        kind.option() + " must be " + kind.form() + ", was \"" + text + "\"");
            }
        }
        String parameter = fields.get(kind.parameter());
        if (parameter == null) {
            throw new IllegalArgumentException(kind.option() + " must be " + kind.form() + ", was \"" + text + "\"");
        }
        String where = kind.option() + ", ";
        return kind.event()
                .apply(
                        CaseNumbers.loss(where + kind.parameter(), parameter),
                        CaseNumbers.count(where + "count", fields.getOrDefault("count", "1")));
    }
}
