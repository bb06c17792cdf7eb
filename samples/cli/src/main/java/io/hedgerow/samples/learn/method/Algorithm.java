// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.method;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.catalogue.Baseline;
import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.MethodCatalogue;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.method.descriptor.Parameter;
import io.hedgerow.core.method.rounds.FederatedMethod;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * An algorithm that {@code learn} can run: a method or a baseline, with its description and properties.
 *
 * @param method what it says
 * @param catalogue where it is from
 */
public record Algorithm(MethodDescriptor method, MethodCatalogue catalogue) {

    /** What is run on rows when nothing is named. */
    public static final Algorithm USUAL = named("gram");
    /** The same on time series. */
    public static final Algorithm USUAL_OF_SERIES = named("dynamic-gram");
    /** The same on rows with a budget. */
    public static final Algorithm UNDER_BUDGET = named("dp-gram");
    /** The same on time series with a budget. */
    public static final Algorithm OF_SERIES_UNDER_BUDGET = named("dp-dynamic-gram");
    /** The same when options are given that only methods in rounds have. */
    public static final Algorithm IN_ROUNDS = of(FederatedMethod.FED_SPARSE);
    /** The same with a budget. */
    public static final Algorithm IN_ROUNDS_UNDER_BUDGET = named("dp-fed-sparse");

    /** The words of help for them. */
    private static final Map<String, Algorithm> USED = Map.of(
            "usual", USUAL,
            "usual-of-series", USUAL_OF_SERIES,
            "under-budget", UNDER_BUDGET,
            "of-series-under-budget", OF_SERIES_UNDER_BUDGET,
            "in-rounds", IN_ROUNDS,
            "in-rounds-under-budget", IN_ROUNDS_UNDER_BUDGET);

    private static final Pattern METHODS =
            Pattern.compile("\\{(METHODS|METHODS-OF-PLANS|METHODS-WITH|PRIVATE-WITH|USED|WORDS):([a-z.-]+)}");

    /** Stands for the choice by the program. */
    public static final String AUTO = "auto";

    public static Algorithm named(String name) {
        return of(name, MethodCatalogue.ofModules());
    }

    public static Algorithm of(FederatedMethod method) {
        return named(method.id());
    }

    /** One of the modules on the path; empty when there is none of this name. */
    public static Optional<Algorithm> find(String name) {
        MethodCatalogue catalogue = MethodCatalogue.ofModules();
        return catalogue.descriptor(name).map(method -> new Algorithm(method, catalogue));
    }

    /** One of a catalogue. Letter case and underscores are forgiven. */
    public static Algorithm of(String text, MethodCatalogue catalogue) {
        String wanted = text.strip().toLowerCase(Locale.ROOT).replace('_', '-');
        return catalogue
                .descriptor(wanted)
                .map(method -> new Algorithm(method, catalogue))
                .orElseThrow(() -> {
                    List<String> allowed = names(catalogue);
                    return new IllegalArgumentException(
                            "must be one of " + String.join(", ", allowed) + "; was '" + text + "'"
                                    + Nearest.to(wanted, allowed)
                                            .map(near -> " (did you mean '" + near + "'?)")
                                            .orElse(""));
                });
    }

    private static List<String> names(MethodCatalogue catalogue) {
        return Stream.concat(
                        catalogue.descriptors().stream()
                                .filter(method -> !method.has(MethodTrait.LOOK))
                                .map(MethodDescriptor::name),
                        Stream.of(AUTO))
                .toList();
    }

    public String name() {
        return method.name();
    }

    @Override
    public String toString() {
        return name();
    }

    /** Algorithms are the same when they have one name. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Algorithm known && known.name().equals(name());
    }

    @Override
    public int hashCode() {
        return name().hashCode();
    }

    /** Whether something is true of it, whatever its parameters are. */
    public boolean has(MethodTrait trait) {
        return method.has(trait);
    }

    /** Whether it is in no module of the program: a plugin's. */
    public boolean isOfPlugin() {
        return find(name()).isEmpty();
    }

    /** Whether {@code --set} can give parameters that no option has: those of a promise all have options. */
    public boolean isGivenByNames() {
        return isOfPlugin() || !(has(MethodTrait.PROMISE) || has(MethodTrait.LOOK));
    }

    /** Whether the command line can set one of these parameters of it. */
    public boolean takes(String... parameters) {
        return parameter(parameters).isPresent();
    }

    /** Whether it has this parameter in plans, and the command line cannot set it. */
    public boolean isOfPlansOnly(String parameter) {
        return method.parameter(parameter).isPresent() && !takes(parameter);
    }

    /** The first of these parameters that the command line can set. */
    public Optional<String> parameter(String... parameters) {
        return Arrays.stream(parameters)
                .filter(name -> method.parameter(name)
                        .filter(known -> known.where() != Parameter.Where.IN_PLANS)
                        .isPresent())
                .findFirst();
    }

    public void requireTakes(VariableSchema schema) {
        if (schema.hasCategories() && !has(MethodTrait.CATEGORIES)) {
            throw new IllegalArgumentException("algorithm " + name() + " learns from numbers, and "
                    + String.join(", ", schema.categorical())
                    + (schema.categorical().size() == 1 ? " is a category" : " are categories")
                    + ": say --algorithm " + USUAL
                    + ", leave them out with --drop, or write numbers for their levels in a file"
                    + " for --mapping");
        }
    }

    /** The names of others of which something is true, as words; with or without a promise, as this one is. */
    public String others(Predicate<Algorithm> wanted) {
        return words(
                catalogue, other -> other.has(MethodTrait.PROMISE) == has(MethodTrait.PROMISE) && wanted.test(other));
    }

    public static String words(MethodCatalogue catalogue, Predicate<Algorithm> wanted) {
        List<String> names = catalogue.descriptors().stream()
                .map(known -> new Algorithm(known, catalogue))
                .filter(wanted)
                .map(Algorithm::name)
                .collect(Collectors.toList());
        return Words.listed(names, "and");
    }

    /**
     * A text of the help with names of methods in it: of all that learn and take a parameter for <code>
     * {METHODS:parameter}</code> , of all with a trait for <code>{METHODS-WITH:trait}</code> or, if they keep a
     * promise, <code>{PRIVATE-WITH:trait}</code>, of the one that is used where none is named for <code>{USED:usual}
     * </code>, <code>{USED:under-budget}</code> and so on, and of those that a plan can have for <code>
     * {METHODS-OF-PLANS:promise}</code>, <code>open</code>, <code>named</code> where {@code learn} gives parameters by
     * their names, or a parameter that is declared; and with the words of a choice for <code>{WORDS:parameter}</code>.
     */
    public static String withMethods(String text) {
        MethodCatalogue known = MethodCatalogue.ofModules();
        return METHODS.matcher(text)
                .replaceAll(found -> found.group(1).equals("WORDS")
                        ? String.join(", ", choices(found.group(2)))
                        : words(known, method -> method.isMeant(found.group(1), found.group(2))));
    }

    private boolean isMeant(String kind, String what) {
        if (kind.equals("METHODS")) {
            return takes(what) && !has(MethodTrait.LOOK);
        }
        if (kind.equals("USED")) {
            return equals(Objects.requireNonNull(USED.get(what), what));
        }
        if (kind.equals("METHODS-WITH") || kind.equals("PRIVATE-WITH")) {
            return has(Words.constant(MethodTrait.class, what).orElseThrow())
                    && (has(MethodTrait.PROMISE) || kind.equals("METHODS-WITH"));
        }
        return !has(MethodTrait.IN_ONE_PROCESS)
                && switch (what) {
                    case "promise" -> has(MethodTrait.PROMISE);
                    case "open" -> !has(MethodTrait.PROMISE);
                    case "named" -> isGivenByNames();
                    default -> method.parameter(what).isPresent();
                };
    }

    /** The words that methods take for a choice, in the order in which they are declared. */
    public static Set<String> choices(String parameter) {
        return MethodCatalogue.ofModules().descriptors().stream()
                .flatMap(method -> method.parameter(parameter).stream())
                .flatMap(choice -> choice.words().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    public boolean isMaskable() {
        return method.isMaskable();
    }

    public Optional<Baseline> baseline() {
        return Words.constant(Baseline.class, name());
    }

    /** The method of the SDK behind it: the method that runs in rounds, or empty. */
    public Optional<FederatedMethod> federated() {
        return Words.constant(FederatedMethod.class, name());
    }

    /** Whether sites release sums in a few rounds, from which the coordinator searches a network. */
    public boolean isOfRelease() {
        return has(MethodTrait.RELEASE) && !has(MethodTrait.NON_GAUSSIAN);
    }

    /** Whether sites release sums of their rows and nothing else. */
    public boolean isOfSums() {
        return has(MethodTrait.RELEASE) && !has(MethodTrait.PROMISE);
    }

    /** Converts the name of an algorithm in an option, and lists all names for help. */
    public static final class Names implements ITypeConverter<Algorithm>, Iterable<String> {
        @Override
        public Algorithm convert(String value) {
            try {
                return named(value);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }

        @Override
        public Iterator<String> iterator() {
            return names(MethodCatalogue.ofModules()).iterator();
        }
    }
}
