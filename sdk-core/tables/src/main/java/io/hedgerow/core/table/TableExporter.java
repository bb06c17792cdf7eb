// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.table;

import java.util.function.Function;

/**
 * Writes networks of categories for other programs. Numbers read back to the same bits. Immutable; thread-safe. As
 * private as the network.
 */
public final class TableExporter {

    private final Function<DiscreteNetwork, String> format;

    private TableExporter(Function<DiscreteNetwork, String> format) {
        this.format = format;
    }

    /**
     * {@return BIF, as the bnlearn repository has it; {@link BifReader} reads the same network} Names and levels with
     * blanks or signs stand in quotes, which JavaBayes reads and some programs do not. Counts are not written.
     */
    public static TableExporter bif() {
        return new TableExporter(BifText::of);
    }

    /**
     * {@return XDSL, the format of GeNIe and SMILE} Its names are letters, digits and underscores: others are replaced
     * by an underscore, and the variable keeps its name as a title, its levels as a property {@code levels}.
     */
    public static TableExporter xdsl() {
        return new TableExporter(XdslText::of);
    }

    /** {@return a script in R that makes the fitted network with bnlearn's {@code custom.fit}, as {@code fitted}} */
    public static TableExporter bnlearn() {
        return new TableExporter(TableScripts::bnlearn);
    }

    /** {@return a script in Python that makes the network with pgmpy, also before 1.0, as {@code model}} */
    public static TableExporter pgmpy() {
        return new TableExporter(TableScripts::pgmpy);
    }

    /**
     * {@return the network as text, with a line feed at its end}
     *
     * @param network to write
     */
    public String text(DiscreteNetwork network) {
        return format.apply(network);
    }
}
