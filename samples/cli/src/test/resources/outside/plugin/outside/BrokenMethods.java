// SPDX-License-Identifier: Apache-2.0
package outside;

import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.MethodProvider;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.method.descriptor.Parameter;
import java.util.List;

/** Providers with one mistake each. */
public abstract class BrokenMethods implements MethodProvider {

    @Override
    public List<MethodDescriptor> descriptors() {
        return List.of(MethodDescriptor.of("broken", "a method with a mistake", MethodTrait.RELEASE)
                .with(Parameter.positive("width", "how wide").usually("that of the rows")));
    }

    @Override
    public Method method(StudyTerms terms, MethodParameters parameters) {
        return null;
    }

    /** Says nothing. */
    public static final class NoDescriptors extends BrokenMethods {
        @Override
        public List<MethodDescriptor> descriptors() {
            return null;
        }
    }

    /** Fails while it says something. */
    public static final class FailingDescriptors extends BrokenMethods {
        @Override
        public List<MethodDescriptor> descriptors() {
            throw new UnsupportedOperationException("no time");
        }
    }

    /** Has the name of another method. */
    public static final class SecondGram extends BrokenMethods {
        @Override
        public List<MethodDescriptor> descriptors() {
            return List.of(MethodDescriptor.of("gram", "another gram"));
        }
    }

    /** Makes nothing. */
    public static final class NoMethod extends BrokenMethods {}

    /** Reads a number whose default is none. */
    public static final class DefaultInWords extends BrokenMethods {
        @Override
        public Method method(StudyTerms terms, MethodParameters parameters) {
            parameters.positive("width");
            return null;
        }
    }

    /** Reads a number by itself. */
    public static final class NumberOfItsOwn extends BrokenMethods {
        @Override
        public Method method(StudyTerms terms, MethodParameters parameters) {
            Double.parseDouble("wide");
            return null;
        }
    }
}
