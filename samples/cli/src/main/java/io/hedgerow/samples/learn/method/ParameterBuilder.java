// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.method;

import io.hedgerow.core.method.NamedMethod;
import org.jspecify.annotations.Nullable;

/** A method that is told its parameters as a plan would say them. */
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
