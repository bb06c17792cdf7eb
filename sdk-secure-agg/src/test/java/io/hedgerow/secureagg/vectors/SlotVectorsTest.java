// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hedgerow.secureagg.internal.key.Octets;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The committed vectors are what this code computes, and the first of them is the slot of the known-answer test. A
 * second implementation in another language, written from the protocol alone, checks them and slots that are made up in
 * each run; it needs Python with the {@code cryptography} package, and is skipped without.
 */
@Tag("slow")
class SlotVectorsTest {

    private static final String FILE = "slot-vectors.json";
    private static final String CHECKER = "check_slot_vectors.py";

    private static Octets sid(String label) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest((label + " sid").getBytes(StandardCharsets.UTF_8));
            return Octets.copyOf(hash);
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static SlotVectors.Slot slot(
            String label, int n, int t, long slot, List<Integer> sharing, List<Integer> survivors, int lanes) {
        return new SlotVectors.Slot(label, sid(label), n, t, slot, sharing, survivors, lanes);
    }

    private static String document(List<SlotVectors.Slot> slots) {
        return slots.stream().map(SlotVectors::json).collect(Collectors.joining(", ", "[", "]\n"));
    }

    /** The known-answer test; nobody lost; two lost after and one before its shares, in the session's first slot. */
    private static String committed() {
        return document(List.of(
                slot("SAGG/1 KAT", 5, 4, 3, List.of(0, 1, 2, 3, 4), List.of(0, 1, 3, 4), 5),
                slot("three sites", 3, 3, 0, List.of(0, 1, 2), List.of(0, 1, 2), 1),
                slot("two lost later", 8, 5, 17, List.of(0, 1, 2, 3, 5, 6, 7), List.of(1, 2, 3, 6, 7), 9)));
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = SlotVectorsTest.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }

    @Test
    void committedFile_isWhatThisCodeComputes() throws IOException {
        assertEquals(committed(), new String(resource(FILE), StandardCharsets.UTF_8));
    }

    /** Lines that two other programs agreed on, as in the known-answer test. */
    @Test
    void committedFile_beginsWithTheKnownAnswers() throws IOException {
        String text = new String(resource(FILE), StandardCharsets.UTF_8);
        String known = text.substring(0, text.indexOf("\"three sites\""));
        for (String line : List.of(
                "\"open\": \"2b35c530245f9b734bacd94715c4c1283cb8b14aeae643b45938bd7907340261\"",
                "\"ctx\": \"b66344c098f43070fefbc6d20fc8151f1331a852e01bb6d168d3d5c8d53fd537\"",
                "\"ctx2\": \"9e9e858f4093b3e5f6323c158a6a59a9248e1b61db888305cf147609cd7c5f4e\"",
                "\"cons\": \"085107da5be6a691a61eb7d5381ae96523bc08869baea36c4b5e2beb46f4322d\"",
                "\"identityKey\": \"cb56d46aa4707b897ce9773e871b15be33773dad9be9e72566612b236ac795aa\"",
                "\"agreementKey\": \"b549bf0656625115c408a5cadc5537c93f2bb0caa36c73cc466a6e7d70297d79\"",
                "\"chain0\": \"bdc83418bf6246963660f4d419f4c09ecb110468f365af4d5eeb7a73fdbc00be\"",
                "\"pairSeed\": \"1b0daaa2329bc28629a5d18b2bb516d826e995731d36c760f15caf0327ea5681\"",
                "\"selfSeed\": \"a742c0389285cd07b076c6c9068b498246f7fa9c24136946157ca2bdd4e043c8\"",
                "\"wrap\": \"1a5732875c59c296eb7fd44242cbe828463fc1a7fbab36f47e816ffd19ff1735\"",
                "\"selfCommitment\": \"3351b325bccc5494200b91f68aaab6d49bfe862af9126933bdc795cf49c72dd3\"",
                "\"maskKey\": \"be8439d489a50ced6f709f64f2c2f0a11854007fa8801a278481346a130f0c61\"",
                "\"kind\": \"wrap\",\n  \"share\": \"10d4d6e5e93869576a4f4540759844e49c354f73067739222d7bf95fa85bd4b9\"",
                "\"sum\": [\"2000\", \"2000\", \"2000\", \"2000\", \"2000\"]")) {
            assertTrue(known.contains(line), line);
        }
    }

    @Test
    void anotherImplementation_agreesOnTheCommittedFile(@TempDir Path temp) throws Exception {
        Path checker = checker(temp);
        assertEquals(0, run(checker, Files.write(temp.resolve(FILE), resource(FILE))));
    }

    /** A checker that accepts everything would prove nothing. */
    @Test
    void anotherImplementation_noticesOneWrongDigit(@TempDir Path temp) throws Exception {
        Path checker = checker(temp);
        String right = new String(resource(FILE), StandardCharsets.UTF_8);
        for (String field :
                List.of("\"masked\": \"", "\"share\": \"", "\"slotKey\": \"", "\"box\": \"", "\"sum\": [\"")) {
            int at = right.lastIndexOf(field) + field.length();
            char other = right.charAt(at) == '1' ? '2' : '1';
            String wrong = right.substring(0, at) + other + right.substring(at + 1);
            assertEquals(1, run(checker, Files.writeString(temp.resolve("wrong.json"), wrong)), field);
        }
    }

    /** Other sites, thresholds, losses and lengths in every run; the label is in the file that a failure names. */
    @Test
    void anotherImplementation_agreesOnSlotsOfThisRun(@TempDir Path temp) throws Exception {
        Path checker = checker(temp);
        Random random = new Random();
        List<SlotVectors.Slot> slots = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int n = 3 + random.nextInt(6);
            int t = 2 + random.nextInt(n - 1);
            List<Integer> all = new ArrayList<>();
            for (int u = 0; u < n; u++) {
                all.add(u);
            }
            List<Integer> sharing = new ArrayList<>(all);
            while (sharing.size() > t && random.nextInt(3) == 0) {
                sharing.remove(random.nextInt(sharing.size()));
            }
            List<Integer> survivors = new ArrayList<>(sharing);
            while (survivors.size() > t && random.nextBoolean()) {
                survivors.remove(random.nextInt(survivors.size()));
            }
            int lanes = 1 + random.nextInt(40);
            slots.add(slot("run " + random.nextLong(), n, t, random.nextInt(50), sharing, survivors, lanes));
        }
        Path file = Files.writeString(temp.resolve("run.json"), document(slots));
        assertEquals(0, run(checker, file), () -> "slots " + slots);
    }

    private static Path checker(Path temp) throws Exception {
        Path checker = Files.write(temp.resolve(CHECKER), resource(CHECKER));
        Process probe;
        try {
            probe = new ProcessBuilder("python3", "-c", "import cryptography").start();
        } catch (IOException e) {
            probe = null;
        }
        assumeTrue(probe != null && probe.waitFor() == 0, "python3 with the cryptography package");
        return checker;
    }

    private static int run(Path checker, Path file) throws Exception {
        Process process = new ProcessBuilder("python3", checker.toString(), file.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertTrue(process.waitFor(2, TimeUnit.MINUTES));
        return process.exitValue();
    }

    /** Writes the committed file anew: for a change of the protocol, and only then. */
    public static void main(String[] arguments) throws IOException {
        Files.writeString(Path.of(arguments[0]), committed());
    }
}
