// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab;

import io.hedgerow.samples.cli.command.GivenOptions.OptionsOfAction;
import java.util.List;

/** The names of the tables of {@code hedgerow experiment}, each with its options. */
public enum TableName implements OptionsOfAction {
    STRUCTURE(
            true,
            "--d --seeds --methods --transform --absent-columns --sites --rows --categories --interactions --network"
                    + " --without"),
    NONLINEAR(true, "--d --seeds --named-methods --sites --rows"),
    PERSONAL(true, "--d --seeds --methods --sites --rows"),
    INTERVENTIONS(false, "--d --seeds --rows --graph --density --weights --noise"),
    PRIVATE(
            true,
            "--d --seeds --private-methods --epsilon --transform --centre --secure-aggregation --dropouts --colluding"
                    + " --trusted-coordinator --sites --rows --categories --interactions --network --without"),
    EFFECTS(
            true,
            "--d --seeds --epsilon --secure-aggregation --dropouts --colluding --trusted-coordinator --sites --rows"),
    SYNTHETIC(
            false,
            "--network --seeds --epsilon --sites --rows --secure-aggregation --dropouts --colluding"
                    + " --trusted-coordinator"),
    SPEED(false, "--d --private-methods --epsilon --sites --rows --k --warmup --runs"),
    READING(false, "--rows --columns --dir"),
    TRANSPORT(false, "--bytes --sites --idle --warmup --runs --dir"),
    OUTSIDE(false, "--data --tetrad --transform --warmup --runs"),
    GRID(
            true,
            "--named-methods --d --seeds --epsilon --sites --rows --grid --cv --folds --data --truth --realisation"
                    + " --time --lags --steps --realisations --insecure-tuning-on-data");

    /** The options for the conditions under which data are recorded. */
    static final String CONDITIONS = "--graph --density --weights --mechanism --noise --units --offsets"
            + " --heterogeneity --site-noise --confounders --mixed";

    private final String options;

    TableName(boolean conditions, String options) {
        this.options = options + (conditions ? " " + CONDITIONS : "") + " --out";
    }

    @Override
    public List<String> options() {
        return List.of(options.split(" "));
    }
}
