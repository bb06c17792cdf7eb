// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.output;

import com.fasterxml.jackson.core.JsonGenerationException;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.internal.json.JsonWriter;
import io.hedgerow.core.internal.result.NetworkPart;
import io.hedgerow.core.internal.result.NetworkWriter;
import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.rounds.MethodSettings;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/**
 * Writes deterministic JSON, byte for byte equal for equal values: records in the order of their components, maps
 * sorted by key, lines ended by a line feed, constants by their names in lower case with dashes. Numbers are finite; a
 * NaN or an infinity is refused, because JSON has neither.
 *
 * <p>Thread-safe.
 */
public final class JsonOutput {

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .addModule(new SimpleModule()
                    .addSerializer(Enum.class, new DashNameSerializer())
                    .addSerializer(NetworkPart.class, new NetworkSerializer())
                    .addSerializer(RoundReport.class, new RoundSerializer())
                    .addSerializer(MethodSettings.class, new SettingsSerializer()))
            .build();

    private JsonOutput() {}

    /** Writes a document as indented JSON with a line feed at its end. */
    public static String text(Object value) {
        DefaultIndenter indent = new DefaultIndenter("  ", "\n");
        return text(value, MAPPER.writer(new DefaultPrettyPrinter().withObjectIndenter(indent)));
    }

    /** Writes a document in one line. */
    public static String line(Object value) {
        return text(value, MAPPER.writer());
    }

    private static String text(Object value, ObjectWriter writer) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = new FiniteNumbersGenerator(writer.createGenerator(text))) {
            writer.writeValue(generator, value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write as JSON: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Printable.lines(text.append('\n').toString()); // the same document
    }

    public static ObjectNode object(String document) {
        try {
            return MAPPER.readValue(document, ObjectNode.class);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot read as JSON: " + e.getOriginalMessage(), e);
        }
    }

    /** {@code LOCAL_MEAN} as {@code "local-mean"}, the name that options have. */
    @SuppressWarnings("rawtypes") // the library asks for a serializer of the raw type
    private static final class DashNameSerializer extends JsonSerializer<Enum> {
        @Override
        public void serialize(Enum value, JsonGenerator generator, SerializerProvider provider) throws IOException {
            generator.writeString(Words.dashed(value));
        }
    }

    /** Serialises a learned network with its fields merged into those of the document. */
    private static final class NetworkSerializer extends JsonSerializer<NetworkPart> {
        @Override
        public void serialize(NetworkPart value, JsonGenerator generator, SerializerProvider provider) {
            NetworkWriter.write(value, false, new JsonWriter(generator));
        }

        @Override
        public boolean isUnwrappingSerializer() {
            return true;
        }
    }

    /** Serialises the figures of a round: how many sites, not which; their names would be most of the document. */
    private static final class RoundSerializer extends JsonSerializer<RoundReport> {
        @Override
        public void serialize(RoundReport round, JsonGenerator generator, SerializerProvider provider)
                throws IOException {
            generator.writeStartObject();
            generator.writeNumberField("round", round.round());
            generator.writeNumberField("acyclicity", round.consensus().acyclicity());
            generator.writeNumberField("alpha", round.penalties().alpha());
            generator.writeNumberField("rho1", round.penalties().rho1());
            generator.writeNumberField("rho2", round.penalties().rho2());
            generator.writeNumberField("consensusDistance", round.consensus().distance());
            generator.writeNumberField("movement", round.consensus().movement());
            generator.writeNumberField("supportSize", round.consensus().support());
            generator.writeNumberField("bytesUp", round.bytes().up());
            generator.writeNumberField("bytesDown", round.bytes().down());
            generator.writeNumberField("evaluations", round.evaluations());
            generator.writeNumberField("sites", round.sites());
            generator.writeEndObject();
        }
    }

    /** Serialises settings as one list, by the names that parameters have. */
    private static final class SettingsSerializer extends JsonSerializer<MethodSettings> {
        @Override
        public void serialize(MethodSettings settings, JsonGenerator generator, SerializerProvider provider)
                throws IOException {
            generator.writeStartObject();
            generator.writeNumberField("lambda", settings.penalties().lambda());
            provider.defaultSerializeField("rho1", settings.penalties().rho1(), generator);
            provider.defaultSerializeField("rho2", settings.penalties().rho2(), generator);
            generator.writeNumberField("rounds", settings.rounds());
            generator.writeNumberField("localIterations", settings.localSteps().iterations());
            generator.writeNumberField("gamma", settings.localSteps().gamma());
            provider.defaultSerializeField("diagonal", settings.loss().diagonal(), generator);
            provider.defaultSerializeField("centring", settings.loss().centring(), generator);
            provider.defaultSerializeField("lossScaling", settings.loss().scaling(), generator);
            generator.writeNumberField("threshold", settings.networkRule().threshold());
            generator.writeNumberField("voteRounds", settings.networkRule().voteRounds());
            provider.defaultSerializeField("communication", settings.communication(), generator);
            provider.defaultSerializeField("acyclicity", settings.acyclicity(), generator);
            generator.writeNumberField("unit", settings.loss().unit());
            generator.writeEndObject();
        }
    }

    /** Rejects numbers that JSON cannot represent (NaN and infinities). Jackson by itself would write them as texts. */
    private static final class FiniteNumbersGenerator extends JsonGeneratorDelegate {

        FiniteNumbersGenerator(JsonGenerator inner) {
            super(inner);
        }

        @Override
        public void writeNumber(double number) throws IOException {
            requireFinite(number);
            super.writeNumber(number);
        }

        @Override
        public void writeNumber(float number) throws IOException {
            requireFinite(number);
            super.writeNumber(number);
        }

        @Override
        public void writeArray(double[] array, int offset, int length) throws IOException {
            for (int k = offset; k < offset + length; k++) {
                requireFinite(array[k]);
            }
            super.writeArray(array, offset, length);
        }

        private void requireFinite(double number) throws IOException {
            if (!Double.isFinite(number)) {
                throw new JsonGenerationException(
                        "a number must be finite, was " + number + " at "
                                + getOutputContext().pathAsPointer(),
                        this);
            }
        }
    }
}
