// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.Parameter;
import io.hedgerow.core.search.Interventions;
import io.hedgerow.core.search.KnownEdges;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The values that a plan gives to a method's parameters. Each is read by its declaration in the method's descriptor,
 * which decides what is allowed; a value that is not declared, or not read beside the others, is refused. Not
 * thread-safe.
 */
public final class MethodParameters {

    private final MethodDescriptor method;
    private final Map<String, String> given;
    private final boolean inOneProcess;
    private final Set<String> read = new TreeSet<>();

    /** In one process parameters may be given that no plan has. */
    MethodParameters(Map<String, String> given, MethodDescriptor method, boolean inOneProcess) {
        this.method = method;
        this.given = given;
        this.inOneProcess = inOneProcess;
    }

    private Parameter declared(String name) {
        read.add(name);
        return method.parameter(name)
                .orElseThrow(() -> new IllegalStateException("method " + method.name()
                        + " reads a parameter that its descriptor does not declare: " + name));
    }

    private boolean canBeGiven(Parameter parameter) {
        return inOneProcess || parameter.where() != Parameter.Where.IN_ONE_PROCESS;
    }

    /** {@return whether the method runs in one process, where a parameter may have a meaning that it has in no plan} */
    public boolean isInOneProcess() {
        return inOneProcess;
    }

    /**
     * {@return whether the method declares a parameter, so that a view of several methods can read it}
     *
     * @param name the parameter's name
     */
    public boolean declares(String name) {
        return method.parameter(name).isPresent();
    }

    /**
     * {@return the value of a numeric parameter, by default the given one}
     *
     * @param name the parameter's name
     * @param otherwise the value without the parameter
     */
    public double number(String name, double otherwise) {
        Parameter parameter = declared(name);
        if (!parameter.kind().isOfNumbers()) {
            throw readAs(parameter, "a number");
        }
        String text = given.get(name);
        return text == null ? otherwise : parameter.read(method.name(), name, text);
    }

    /**
     * {@return the value of a numeric parameter, by default the declared one}
     *
     * @param name the parameter's name
     */
    public double number(String name) {
        return number(name, usual(name));
    }

    private double usual(String name) {
        Parameter parameter = declared(name);
        if (!parameter.isUsuallyANumber()) {
            throw new IllegalStateException("method " + method.name() + " reads parameter " + name
                    + " without saying what holds otherwise, and declares no number as its default: "
                    + (parameter.usual().isEmpty() ? "none" : parameter.usual()));
        }
        return Double.parseDouble(parameter.usual());
    }

    /**
     * {@return the value of a positive parameter, by default the given one: &gt; 0, from 1e-50 to 1e50 if it was given}
     *
     * @param name the parameter's name, which is declared as one
     * @param otherwise the value without the parameter
     */
    public double positive(String name, double otherwise) {
        requireKind(name, Parameter.Kind.POSITIVE);
        return number(name, otherwise);
    }

    /**
     * {@return the value of a positive parameter, by default the declared one: &gt; 0}
     *
     * @param name the parameter's name, which is declared as one
     */
    public double positive(String name) {
        return positive(name, usual(name));
    }

    /**
     * {@return the value of a whole-number parameter within its declared limits, by default the given one}
     *
     * @param name the parameter's name, which is declared as a count
     * @param otherwise the value without the parameter
     */
    public long count(String name, long otherwise) {
        requireKind(name, Parameter.Kind.COUNT);
        return (long) number(name, (double) otherwise);
    }

    /**
     * {@return the value of a whole-number parameter within its declared limits, by default the declared one}
     *
     * @param name the parameter's name, which is declared as a count
     */
    public long count(String name) {
        return count(name, (long) usual(name));
    }

    /**
     * {@return the value of a whole-number parameter within a limit that follows from the terms, by default the given
     * one}
     *
     * @param name the parameter's name, which is declared as a count
     * @param otherwise the value without the parameter
     * @param most the largest value that is allowed
     */
    public long count(String name, long otherwise, long most) {
        long value = count(name, otherwise);
        if (value > most) {
            throw new IllegalArgumentException(
                    "parameter " + name + " of " + method.name() + " must be at most " + most + ", was " + value);
        }
        return value;
    }

    private void requireKind(String name, Parameter.Kind kind) {
        if (declared(name).kind() != kind) {
            throw readAs(declared(name), kind.toString());
        }
    }

    private IllegalStateException readAs(Parameter parameter, String kind) {
        return new IllegalStateException("method " + method.name() + " reads parameter " + parameter.name() + " as "
                + kind + ", and declares it as " + parameter.kind());
    }

    /**
     * {@return the value of a flag, by default the declared one}
     *
     * @param name the parameter's name, which is declared as a flag
     */
    public boolean flag(String name) {
        String usual = declared(name).usual();
        if (!usual.equals("true") && !usual.equals("false")) {
            throw new IllegalStateException("method " + method.name() + " reads flag " + name
                    + " without saying what holds otherwise, and declares neither true nor false as its default: "
                    + usual);
        }
        return flag(name, usual.equals("true"));
    }

    /**
     * {@return the value of a flag, by default the given one}
     *
     * @param name the parameter's name, which is declared as a flag
     * @param otherwise the value without the parameter
     */
    public boolean flag(String name, boolean otherwise) {
        requireKind(name, Parameter.Kind.FLAG);
        return text(name).map("true"::equals).orElse(otherwise);
    }

    /**
     * {@return whether edges are to be shown with the marks that are left when causes may be hidden, by the parameter
     * {@code hidden-causes}}
     */
    public boolean hiddenCauses() {
        return flag("hidden-causes");
    }

    /**
     * {@return the text of a parameter; empty without it}
     *
     * @param name the parameter's name
     */
    public Optional<String> text(String name) {
        Parameter parameter = declared(name);
        Optional<String> text = Optional.ofNullable(given.get(name));
        text.ifPresent(value -> parameter.require(method.name(), name, value));
        return text;
    }

    /**
     * {@return whether a parameter was given}
     *
     * @param name the parameter's name
     */
    public boolean has(String name) {
        declared(name);
        return given.containsKey(name);
    }

    /**
     * {@return prior knowledge of edges, by the parameters {@code required}, {@code forbidden} and {@code tiers};
     * nothing without them}
     *
     * @throws IllegalArgumentException when they are not written as they must be, or contradict each other
     */
    public KnownEdges knownEdges() {
        List<String> texts = List.of("required", "forbidden", "tiers").stream()
                .map(name -> text(name).orElse(""))
                .toList();
        try {
            return KnownEdges.parse(texts.get(0), texts.get(1), texts.get(2));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("known edges of " + method.name() + ": " + Words.reason(e), e);
        }
    }

    /**
     * {@return the known interventions, by the parameter {@code interventions}; none without it}
     *
     * @throws IllegalArgumentException when it is not written as it must be
     */
    public Interventions interventions() {
        try {
            return Interventions.parse(text("interventions").orElse(""));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "parameter interventions of " + method.name() + ": " + Words.reason(e), e);
        }
    }

    void requireDeclared() {
        List<Parameter> known =
                method.parameters().stream().filter(this::canBeGiven).toList();
        List<String> names = known.stream().map(Parameter::name).sorted().toList();
        for (String name : given.keySet()) {
            if (known.stream().noneMatch(parameter -> parameter.isNamed(name))) {
                throw new IllegalArgumentException("algorithm " + method.name() + " has no parameter " + name
                        + Nearest.to(name, names)
                                .map(word -> ", did you mean " + word + "?")
                                .orElse("")
                        + "; it has "
                        + (names.isEmpty() ? "none" : String.join(", ", names)));
            }
        }
    }

    /** After the method was made: what it did not read has no meaning beside the others. */
    void requireRead() {
        for (String name : given.keySet()) {
            if (!read.contains(name)) {
                throw new IllegalArgumentException("algorithm " + method.name() + " has no parameter " + name
                        + " beside the others that are given"
                        + Nearest.to(name, read)
                                .map(word -> ", did you mean " + word + "?")
                                .orElse("")
                        + "; beside them it has "
                        + read.stream()
                                .flatMap(known -> method.parameter(known).stream())
                                .filter(this::canBeGiven)
                                .map(Parameter::name)
                                .distinct()
                                .collect(Collectors.joining(", ")));
            }
        }
    }
}
