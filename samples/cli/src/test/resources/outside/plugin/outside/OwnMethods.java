// SPDX-License-Identifier: Apache-2.0
package outside;

import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.MethodProvider;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.method.descriptor.Parameter;
import io.hedgerow.core.protocol.SiteId;
import java.util.List;

/** Methods of a jar of somebody's own. */
public final class OwnMethods implements MethodProvider {

    // region:declared
    private static final Parameter CUT =
            Parameter.positive("cut", "smallest weight that counts").usually("0.2");

    private static final MethodDescriptor CUT_GRAM =
            MethodDescriptor.of("cut-gram", "gram with a cut of its own", MethodTrait.RELEASE).with(CUT);

    private static NamedMethod gram(MethodParameters parameters) {
        return Method.named("gram").with("threshold", Double.toString(parameters.positive("cut")));
    }
    // endregion

    private static final Parameter UNIT =
            Parameter.positive("unit", "variance that counts as 1").usually("1");

    private static MethodDescriptor promising(String name) {
        return MethodDescriptor.of(name, "a method with a budget", MethodTrait.RELEASE, MethodTrait.PROMISE)
                .with(CUT, Parameter.count("rows.NAME", "rows of a site"));
    }

    @Override
    public List<MethodDescriptor> descriptors() {
        return List.of(
                CUT_GRAM,
                MethodDescriptor.of("unit-gram", "gram that is told a unit", MethodTrait.RELEASE)
                        .with(CUT, UNIT),
                promising("cut-dp-gram"),
                promising("false-promise"),
                promising("unit-dp-gram")
                        .with(UNIT, Parameter.choice("transform", List.of("normal-scores"), "what columns become")),
                MethodDescriptor.of("dp-series", "a method of series", MethodTrait.SERIES, MethodTrait.PROMISE)
                        .with(Parameter.count("lags", "steps back")));
    }

    @Override
    public Method method(StudyTerms terms, MethodParameters parameters) {
        if (terms.method().startsWith("unit")) {
            parameters.positive("unit");
        }
        NamedMethod exact = gram(parameters);
        if (terms.promise().isEmpty()) {
            return exact.on(terms.agreement());
        }
        NamedMethod noisy = Method.named("dp-gram")
                .with("threshold", Double.toString(parameters.positive("cut")))
                .promising(terms.promise().get());
        for (SiteId site : terms.sites()) {
            String rows = "rows." + site.value();
            noisy = noisy.with(rows, Long.toString(parameters.count(rows, 1)));
        }
        return (terms.method().equals("false-promise") ? exact : noisy).on(terms.agreement());
    }
}
