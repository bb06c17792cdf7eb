// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method.descriptor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The declaration of a method: its name, purpose, traits and parameters. Help, refusals, checks of plans and tables in
 * the documentation follow from it. Immutable.
 *
 * @param name lower-case words with dashes, as plans and the command line have it
 * @param sentence what it does
 * @param traits its traits
 * @param parameters that it reads, in the order in which they are listed
 */
public record MethodDescriptor(String name, String sentence, Set<MethodTrait> traits, List<Parameter> parameters) {

    public MethodDescriptor {
        if (!name.matches("[a-z0-9]+(-[a-z0-9]+)*")) {
            throw new IllegalArgumentException(
                    "name of a method must be lower-case words with dashes, was \"" + name + "\"");
        }
        if (sentence.isBlank()) {
            throw new IllegalArgumentException("method " + name + " must have a sentence, had none");
        }
        traits = Set.copyOf(traits);
        parameters = List.copyOf(parameters);
        Set<String> names = new TreeSet<>();
        for (Parameter parameter : parameters) {
            if (!names.add(parameter.name())) {
                throw new IllegalArgumentException(
                        "method " + name + " must declare a parameter once, declares " + parameter.name() + " again");
            }
        }
    }

    /**
     * {@return a method without parameters}
     *
     * @param name as plans and the command line have it
     * @param sentence what it does
     * @param traits its traits
     */
    public static MethodDescriptor of(String name, String sentence, MethodTrait... traits) {
        return new MethodDescriptor(name, sentence, Set.of(traits), List.of());
    }

    /**
     * {@return a copy with more parameters}
     *
     * @param more that the method reads
     */
    public MethodDescriptor with(Parameter... more) {
        return with(Arrays.asList(more));
    }

    /**
     * {@return a copy with more parameters}
     *
     * @param more that the method reads
     */
    public MethodDescriptor with(List<Parameter> more) {
        List<Parameter> all = new ArrayList<>(parameters);
        all.addAll(more);
        return new MethodDescriptor(name, sentence, traits, all);
    }

    /** {@return a copy with parameters for known edges: {@code required}, {@code forbidden} and {@code tiers}} */
    public MethodDescriptor knowingEdges() {
        return with(
                Parameter.text("required", "edges known to be there, such as age->dose, with commas; always kept"),
                Parameter.text("forbidden", "edges known not to be there; the reverse of each may be"),
                Parameter.text("tiers", "variables from early to late, as in \"age, sex; dose\": no edge leads back"));
    }

    /** {@return a copy with parameters for variables that were set or changed at sites: {@code interventions}} */
    public MethodDescriptor knowingInterventions() {
        return with(Parameter.text(
                "interventions",
                "at which sites variables were set or changed: \"north: set dose; south: changed Akt\", in a plan also"
                        + " north: {set: [dose]}; their causes are learned from the other sites; not with orient,"
                        + " hidden-causes or categories"));
    }

    /**
     * {@return a copy with a parameter to show only directions that remain when causes may be hidden:
     * {@code hidden-causes}}
     */
    public MethodDescriptor markingHiddenCauses() {
        return with(Parameter.flag(
                "hidden-causes", "show edges with the marks that are left when causes may be hidden; not with orient"));
    }

    /**
     * {@return whether the method has a trait}
     *
     * @param trait the trait
     */
    public boolean has(MethodTrait trait) {
        return traits.contains(trait);
    }

    /** {@return whether masks can hide what sites send, as in methods that sum over sites} */
    public boolean isMaskable() {
        return has(MethodTrait.ROUNDS) || has(MethodTrait.RELEASE);
    }

    /**
     * {@return the declaration of a parameter; empty when the method has no such parameter}
     *
     * @param given a name in a plan, such as {@code threshold} or {@code rows.north}
     */
    public Optional<Parameter> parameter(String given) {
        return parameters.stream().filter(known -> known.isNamed(given)).findFirst();
    }
}
