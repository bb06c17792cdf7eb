// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.method;

import io.hedgerow.core.method.NamedMethod;
import org.jspecify.annotations.Nullable;

/** Builds a method from named parameters, in the form of a plan. */
public final class ParameterBuilder {

    private NamedMethod method;

    public ParameterBuilder(NamedMethod method) {
        this.method = method;
    }

    public ParameterBuilder set(String parameter, @Nullable Object value) {
        method = value == null ? method : method.with(parameter, value.toString());
        return this;
    }

    public NamedMethod method() {
        return method;
    }
}
