// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.egress;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.hedgerow.core.federation.JournalException;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a line of an egress log. Anyone who can write the file can write lines that chain, so nothing in them is taken
 * for granted.
 */
final class EgressLine {

    private static final JsonFactory JSON = new JsonFactory();

    private EgressLine() {}

    /** Ignores unknown fields, which are for other readers. */
    static EgressEntry read(String line) {
        Map<String, String> fields = new HashMap<>();
        try (JsonParser parser = JSON.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw unusable(null);
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                if (!parser.nextToken().isScalarValue()) {
                    throw unusable(null);
                }
                fields.put(name, parser.getText());
            }
            return new EgressEntry(
                    Instant.parse(required(fields, "time")),
                    required(fields, "type"),
                    required(fields, "peer"),
                    required(fields, "study"),
                    Integer.parseInt(required(fields, "round")),
                    Long.parseLong(required(fields, "bytes")),
                    required(fields, "sha256"),
                    ledger(fields));
        } catch (IOException | IllegalArgumentException | DateTimeException e) {
            throw unusable(e);
        }
    }

    private static Optional<LedgerReference> ledger(Map<String, String> fields) {
        return fields.containsKey("ledgerRecord")
                ? Optional.of(new LedgerReference(
                        Long.parseLong(required(fields, "ledgerRecord")), required(fields, "ledgerHash")))
                : Optional.empty();
    }

    private static String required(Map<String, String> fields, String name) {
        String text = fields.get(name);
        if (text == null) {
            throw new IllegalArgumentException("it has no " + name);
        }
        return text;
    }

    private static JournalException unusable(@Nullable Exception cause) {
        return cause == null
                ? new JournalException("the egress log has a line that is no message")
                : new JournalException("the egress log has a line that is no message", cause);
    }
}
