package io.hedgerow.dp.ledger;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.file.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Objects;

/**
 * Tells by public facts alone whether a ledger belongs to a data set: the names and order of its columns, and its row
 * count. No record is read. It finds mix-ups, not malice: another file with the same columns and rows has the same one.
 *
 * @param hex SHA-256 of the facts, 64 lower-case hexadecimal digits
 */
public record DatasetFingerprint(String hex) {
    public DatasetFingerprint {
        if (!Objects.requireNonNull(hex, "hex").matches("[0-9a-f]{64}")) {
            throw new IllegalArgumentException(
                    "a fingerprint must be 64 lower-case hexadecimal digits, was \"" + hex + "\"");
        }
    }

    /**
     * The fingerprint of a data set.
     *
     * @param schema its columns
     * @param rows its public row count; at least 1
     * @return the same for the same facts, on every machine
     */
    public static DatasetFingerprint of(VariableSchema schema, long rows) {
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
        return new DatasetFingerprint(HexFormat.of().formatHex(digest.digest()));
    }
}
