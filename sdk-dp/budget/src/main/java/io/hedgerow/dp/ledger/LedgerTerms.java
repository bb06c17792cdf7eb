// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.file.Sha256;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.privacy.ReservationRequest;
import io.hedgerow.dp.accounting.PrivacyBudget;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Objects;

/**
 * The permanent terms of a ledger: its data set, unit of privacy, adjacency, total budget, and accounting mode. They
 * are written first, before anything can be reserved; a ledger opened with other terms refuses.
 *
 * @param dataset the data set that has the budget
 * @param fingerprint public facts of the data set
 * @param unit the unit of privacy
 * @param adjacency the neighbouring relation
 * @param budget (ε, δ) of everything together, permanently
 * @param mode how events add up
 */
public record LedgerTerms(
        DatasetIdentity dataset,
        Fingerprint fingerprint,
        PrivacyUnit unit,
        Adjacency adjacency,
        PrivacyBudget budget,
        AccountingMode mode) {
    public LedgerTerms {
        Objects.requireNonNull(dataset, "dataset");
        Objects.requireNonNull(fingerprint, "fingerprint");
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(adjacency, "adjacency");
        SpendingLimit.of(budget, mode);
    }

    /** Refuses to open a ledger, which has these terms, with others. */
    void requireSame(LedgerTerms asked, String where) {
        requireSame("dataset", dataset.value(), asked.dataset.value(), where);
        requireSame("fingerprint of columns and rows", fingerprint, asked.fingerprint, where);
        requireSame("privacy unit", unit, asked.unit, where);
        requireSame("adjacency", adjacency, asked.adjacency, where);
        requireSame("budget", budget, asked.budget, where);
        requireSame("accounting", mode, asked.mode, where);
    }

    private static void requireSame(String what, Object recorded, Object asked, String where) {
        if (!recorded.equals(asked)) {
            throw new LedgerException(
                    "ledger " + where + " was made for " + what + " " + words(recorded) + ", was opened for "
                            + words(asked) + ": the terms of a ledger never change; open it with its own terms");
        }
    }

    /** A term as policies have it, for messages. */
    static String words(Object term) {
        if (term instanceof PrivacyUnit given) {
            return given instanceof PrivacyUnit.UserUnit user
                    ? "users, by column " + user.keyColumn()
                    : "single records";
        }
        if (term instanceof Adjacency given) {
            return Words.dashed(given);
        }
        if (term instanceof PrivacyBudget given) {
            return "epsilon " + given.epsilon() + ", delta " + given.delta();
        }
        if (term instanceof AccountingMode given) {
            return given instanceof AccountingMode.RdpFilter filter
                    ? "rdp-filter of order " + filter.order()
                    : "fixed-plan";
        }
        return term instanceof Fingerprint given ? given.hex() : term.toString();
    }

    /** Refuses a request about other data, or under other terms than these. */
    void requireOf(ReservationRequest request) {
        if (!request.dataset().equals(dataset) || !request.unit().equals(unit) || request.adjacency() != adjacency) {
            throw new LedgerException("this ledger is of dataset " + dataset.value() + ", " + words(unit) + ", "
                    + words(adjacency) + ", the request is of dataset "
                    + request.dataset().value() + ", "
                    + words(request.unit()) + ", " + words(request.adjacency()));
        }
    }

    /**
     * Public facts that show whether a ledger belongs to a data set: the names and order of its columns, and its row
     * count. No record is read. It finds mix-ups, not malice: another file with the same columns and rows has the same
     * one.
     *
     * @param hex SHA-256 of the facts, 64 lower-case hexadecimal digits
     */
    public record Fingerprint(String hex) {
        public Fingerprint {
            if (!Objects.requireNonNull(hex, "hex").matches("[0-9a-f]{64}")) {
                throw new IllegalArgumentException(
                        "a fingerprint must be 64 lower-case hexadecimal digits, was \"" + hex + "\"");
            }
        }

        /**
         * Computes the fingerprint of a data set.
         *
         * @param schema its columns
         * @param rows its public row count; at least 1
         * @return the same for the same facts, on every machine
         */
        public static Fingerprint of(VariableSchema schema, long rows) {
            if (rows < 1) {
                throw new IllegalArgumentException("rows must be at least 1, was " + rows);
            }
            MessageDigest digest = Sha256.start();
            digest.update(("rows " + rows + "\n").getBytes(StandardCharsets.UTF_8));
            for (String name : schema.names()) {
                byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
                digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
                digest.update(bytes);
            }
            return new Fingerprint(HexFormat.of().formatHex(digest.digest()));
        }
    }
}
