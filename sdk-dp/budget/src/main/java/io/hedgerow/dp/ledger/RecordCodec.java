// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.ledger.EventCodec;
import io.hedgerow.dp.internal.ledger.JsonFields;
import io.hedgerow.dp.ledger.SitePolicy.StudyCap;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Writes records as one-line JSON documents, and reads them. Reading refuses documents that writing would not have
 * written.
 */
final class RecordCodec {

    static final int FORMAT = 1;

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private RecordCodec() {}

    /** The beginning of every document; an incomplete one is recognised by it. */
    static String beginning(long sequence, String previous) {
        return "{\"sequence\":" + sequence + ",\"previous\":\"" + previous + "\",\"time\":\"";
    }

    static byte[] write(long sequence, String previous, Instant time, LedgerRecord record) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("sequence", sequence).put("previous", previous).put("time", time.toString());
        if (record instanceof LedgerRecord.Header header) {
            writeTerms(node.put("type", "header").put("format", FORMAT), header.terms());
        } else if (record instanceof LedgerRecord.Capped capped) {
            node.put("type", "cap").set("perStudy", write(capped.cap().perStudy()));
            node.put("undeclaredDelta", capped.cap().undeclaredDelta());
        } else if (record instanceof LedgerRecord.Declared declared) {
            SpendingPlan plan = declared.plan();
            node.put("type", "declare").put("study", plan.study()).put("solver", plan.solver());
            node.put("noise", plan.noiseSource()).put("delta", plan.delta());
            plan.solverOrigin().ifPresent(origin -> node.put("from", origin));
            node.set("rounds", EventCodec.writeRounds(plan.rounds()));
            node.set("charge", write(declared.charge()));
        } else if (record instanceof LedgerRecord.Drawn drawn) {
            node.put("type", "draw").put("study", drawn.study()).put("round", drawn.round());
            node.put("declaration", drawn.declaration());
        } else if (record instanceof LedgerRecord.Reserved reserved) {
            node.put("type", "reserve").put("study", reserved.study()).put("round", reserved.round());
            node.set("event", EventCodec.write(reserved.event()));
            node.set("charge", write(reserved.charge()));
        } else if (record instanceof LedgerRecord.Recovered recovered) {
            node.put("type", "recovered").put("bytes", recovered.bytes());
        }
        return node.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The format that a header names, when it is not the one of this release; its hash was checked. */
    static OptionalLong otherFormat(byte[] document) {
        try {
            JsonNode format = MAPPER.readTree(document).path("format");
            return format.isIntegralNumber() && format.longValue() != FORMAT
                    ? OptionalLong.of(format.longValue())
                    : OptionalLong.empty();
        } catch (java.io.IOException e) {
            return OptionalLong.empty(); // which reading it says better
        }
    }

    /** The entry of a document whose hash was checked. */
    static LedgerEntry read(byte[] document, String hash) {
        try {
            JsonFields fields = new JsonFields(MAPPER.readTree(document));
            long sequence = fields.whole("sequence");
            String previous = fields.text("previous");
            Instant time = Instant.parse(fields.text("time"));
            LedgerRecord record = readRecord(fields.text("type"), fields);
            fields.requireNoOthers();
            return new LedgerEntry(sequence, time, previous, hash, record);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("is not JSON: " + e.getOriginalMessage(), e);
        } catch (java.io.IOException | DateTimeException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static LedgerRecord readRecord(String type, JsonFields fields) {
        return switch (type) {
            case "header" -> {
                if (fields.whole("format") != FORMAT) {
                    throw new IllegalArgumentException("format must be " + FORMAT);
                }
                yield new LedgerRecord.Header(readTerms(fields));
            }
            case "cap" ->
                new LedgerRecord.Capped(
                        new StudyCap(readBudget(fields.object("perStudy")), fields.number("undeclaredDelta")));
            case "declare" ->
                new LedgerRecord.Declared(
                        new SpendingPlan(
                                fields.text("study"),
                                fields.text("solver"),
                                fields.text("noise"),
                                EventCodec.readRounds(fields.node("rounds")),
                                fields.number("delta"),
                                fields.optionalText("from")),
                        readCharge(fields.object("charge")));
            case "draw" ->
                new LedgerRecord.Drawn(fields.text("study"), fields.index("round"), fields.whole("declaration"));
            case "reserve" ->
                new LedgerRecord.Reserved(
                        fields.text("study"),
                        fields.index("round"),
                        EventCodec.read(fields.node("event")),
                        readCharge(fields.object("charge")));
            case "recovered" -> new LedgerRecord.Recovered(fields.whole("bytes"));
            default -> throw new IllegalArgumentException("there is no record of type " + type);
        };
    }

    private static void writeTerms(ObjectNode node, LedgerTerms terms) {
        node.put("dataset", terms.dataset().value());
        node.put("fingerprint", terms.fingerprint().hex());
        if (terms.unit() instanceof PrivacyUnit.UserUnit user) {
            node.putObject("unit").put("person", user.keyColumn());
        } else {
            node.put("unit", "record");
        }
        node.put("adjacency", Words.dashed(terms.adjacency()));
        node.set("budget", write(terms.budget()));
        if (terms.mode() instanceof AccountingMode.RdpFilter filter) {
            node.put("accounting", "rdp-filter").put("order", filter.order());
        } else {
            node.put("accounting", "fixed-plan");
        }
    }

    private static LedgerTerms readTerms(JsonFields fields) {
        JsonNode unit = fields.node("unit");
        PrivacyUnit whose;
        if (unit.isObject()) {
            JsonFields user = new JsonFields(unit);
            whose = new PrivacyUnit.UserUnit(user.text("person"));
            user.requireNoOthers();
        } else if (unit.isTextual() && unit.textValue().equals("record")) {
            whose = new PrivacyUnit.RecordUnit();
        } else {
            throw new IllegalArgumentException("unit must be record or a person's key column");
        }
        String accounting = fields.text("accounting");
        AccountingMode mode =
                switch (accounting) {
                    case "fixed-plan" -> new AccountingMode.FixedPlan();
                    case "rdp-filter" -> new AccountingMode.RdpFilter(fields.number("order"));
                    default -> throw new IllegalArgumentException("there is no accounting " + accounting);
                };
        return new LedgerTerms(
                new DatasetIdentity(fields.text("dataset")),
                new LedgerTerms.Fingerprint(fields.text("fingerprint")),
                whose,
                Adjacency.valueOf(
                        fields.text("adjacency").toUpperCase(Locale.ROOT).replace('-', '_')),
                readBudget(fields.object("budget")),
                mode);
    }

    private static ObjectNode write(PrivacyBudget budget) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("epsilon", budget.epsilon())
                .put("delta", budget.delta());
    }

    private static PrivacyBudget readBudget(JsonFields fields) {
        PrivacyBudget budget = new PrivacyBudget(fields.number("epsilon"), fields.number("delta"));
        fields.requireNoOthers();
        return budget;
    }

    private static ObjectNode write(Charge charge) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("amount", charge.amount()).put("delta", charge.delta());
        ObjectNode certificates = node.putObject("certificates");
        charge.certificates().forEach(certificates::put);
        return node;
    }

    private static Charge readCharge(JsonFields fields) {
        Map<String, Double> certificates = new TreeMap<>();
        fields.object("certificates").forEachNumber(certificates::put);
        Charge charge = new Charge(fields.number("amount"), fields.number("delta"), certificates);
        fields.requireNoOthers();
        return charge;
    }
}
