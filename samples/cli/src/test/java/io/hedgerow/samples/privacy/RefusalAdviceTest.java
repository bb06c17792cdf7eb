// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.privacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.cli.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * No refusal teaches the way round itself. Every message of the packages that protect budgets is read from its source;
 * one that speaks of copies, other names, other ledgers, or of doing without a budget, must be in the list of those
 * that were looked at, with the reason why following it spends no budget twice.
 */
class RefusalAdviceTest {

    private static final List<String> PLACES = List.of(
            "sdk-core/vocabulary/src/main/java/io/hedgerow/core/privacy",
            "sdk-core/rounds/src/main/java/io/hedgerow/core/internal/federation",
            "sdk-dp/budget/src/main/java/io/hedgerow/dp/internal/ledger",
            "sdk-dp/budget/src/main/java/io/hedgerow/dp/ledger",
            "sdk-dp/dp/src/main/java/io/hedgerow/dp/method",
            "sdk-dp/dp/src/main/java/io/hedgerow/dp/site",
            "sdk-dp/budget/src/main/java/io/hedgerow/dp/solver",
            "sdk-secure-agg/src/main/java/io/hedgerow/secureagg/internal/policy",
            "sdk-secure-agg/src/main/java/io/hedgerow/secureagg/internal/store",
            "sdk-transport/src/main/java/io/hedgerow/transport/node",
            "sdk-transport/src/main/java/io/hedgerow/transport/study",
            "samples/cli/src/main/java/io/hedgerow/samples/cli",
            "samples/cli/src/main/java/io/hedgerow/samples/doctor",
            "samples/cli/src/main/java/io/hedgerow/samples/learn",
            "samples/cli/src/main/java/io/hedgerow/samples/ledger",
            "samples/cli/src/main/java/io/hedgerow/samples/operate",
            "samples/cli/src/main/java/io/hedgerow/samples/privacy",
            "samples/cli/src/main/java/io/hedgerow/samples/source");

    private static final Pattern WAY_ROUND =
            Pattern.compile("\\bcopy\\b|renam|new version|name another|opt out|delete|remove (it|the)"
                    + "|(another|other|different|new|second|empty) (name|id\\b|director|ledger|home|data ?set|policy)"
                    + "|without (a |the )?(privacy )?(budget|data ?set|policy|ledger)"
                    + "|(budget|--privacy).*(leave one of them out|give one file for each)");

    /** A part of each message that was looked at, and why it is no way round. */
    private static final Map<String, String> LOOKED_AT = new LinkedHashMap<>();

    static {
        LOOKED_AT.put("a second home would give a second budget; use the first one", "it refuses the second");
        LOOKED_AT.put("remove it, and the files that are known are read again", "ledgers and names stay as they are");
        LOOKED_AT.put(
                "or sum over the same sites, or other rows, as a new version of the data, which the site's policy names",
                "other rows; the same rows under another name are refused by their place and their content");
        LOOKED_AT.put(
                "no plan over the others can be run : sign a plan , or , under another name",
                "another study is charged like the first");
        LOOKED_AT.put(
                "so that another home does not give them over other sites", "it refuses where it cannot remember");
        LOOKED_AT.put(
                "so that another home or another dataset.id is no second budget", "it refuses where it cannot note");
        LOOKED_AT.put("saved again under another dataset would not be noticed", "a warning against it");
        LOOKED_AT.put(
                "have study signed with secure aggregation, over the same sites as before, over other sites or use other"
                        + " rows, as a new version of the data",
                "masks hide what plain sums would tell; the same rows under another name are refused");
        LOOKED_AT.put("an older copy that is put back would bring spent budget back", "a warning against it");
        LOOKED_AT.put("no other data set and no other home was charged", "a check that has passed");
        LOOKED_AT.put("a new computation needs another study name", "another study is charged like the first");
        LOOKED_AT.put("a study that computes something else needs another name", "it is charged like the first");
        LOOKED_AT.put("a new computation needs another copy of the plan", "another copy is charged like the first");
        LOOKED_AT.put("have the changed one signed under another name", "another study is charged by itself");
        LOOKED_AT.put("or the anchor is of another ledger", "a reason, no advice");
        LOOKED_AT.put("an older copy of the ledger's directory would not be noticed", "a warning against it");
        LOOKED_AT.put("never an older copy", "a warning against it");
        LOOKED_AT.put("it is an older copy, was cut or rewritten, or is another ledger", "a reason, no advice");
        LOOKED_AT.put("so that it was cut since or is an older copy", "a reason, no advice");
        LOOKED_AT.put(", a copy of ", "says which file the data is known as");
        LOOKED_AT.put("the number of a file that was deleted", "leaves it to the data steward");
        LOOKED_AT.put("an older copy of it was put back", "a reason; asks for the newest home");
        LOOKED_AT.put("quorum must be all sites, because without a privacy budget", "the quorum becomes stricter");
        LOOKED_AT.put("was made for another data set, other columns or another budget", "a reason, no advice");
        LOOKED_AT.put("rename the one that was never charged", "the one that was charged keeps its name, and is known");
        LOOKED_AT.put("or name another directory", "a budget of rows that were studied before: see the end of it");
        LOOKED_AT.put(
                "was stopped while it was made: remove the directory", "nothing can be charged before it is made");
        LOOKED_AT.put("is not: name another, or remove it", "the rows of a quickstart are made up");
        LOOKED_AT.put("The same between processes without a budget", "an example on rows that are made up");
        LOOKED_AT.put("a plan is not replaced: name another file", "a plan is charged when a site joins it");
        LOOKED_AT.put("the authority's certificate; everybody has a copy", "what a file is");
        LOOKED_AT.put("a copy of the authority's", "what a file is");
        LOOKED_AT.put("Restore it from the disk's own copy, never from an older one", "a warning against it");
        LOOKED_AT.put("so every masked round without a budget is over all sites", "a reason, no advice");
        LOOKED_AT.put("other records can, as a new version of the data", "says that the same records cannot");
        LOOKED_AT.put("learn from other records, as a new version of the data", "other records were in no sum");
        LOOKED_AT.put("remove the record", "a record that cannot be read is not in the data set");
        LOOKED_AT.put("--seed is for --partition shuffle without a budget", "what an option is for");
    }

    private record Message(String file, String text) {}

    private static List<Message> messages() throws IOException {
        List<Message> all = new ArrayList<>();
        for (String place : PLACES) {
            try (Stream<Path> files = Files.walk(Checkout.ROOT.resolve(place))) {
                for (Path file : files.filter(path -> path.toString().endsWith(".java"))
                        .sorted()
                        .toList()) {
                    all.addAll(messages(file.getFileName().toString(), Files.readString(file)));
                }
            }
        }
        return all;
    }

    /** The literals of each statement, one after the other; options and examples describe what a command does. */
    private static List<Message> messages(String file, String source) {
        String code = source.replaceAll("(?s)/\\*.*?\\*/", "").replaceAll("(?m)^\\s*//.*$", "");
        List<Message> all = new ArrayList<>();
        for (String statement : code.split(";[ \\t]*\\n", -1)) {
            if (!statement.contains("description =") && !statement.contains("new Example(")) {
                List<String> literals = Pattern.compile("\"((?:[^\"\\\\\\n]|\\\\.)*)\"")
                        .matcher(statement)
                        .results()
                        .map((MatchResult literal) -> literal.group(1))
                        .toList();
                all.add(new Message(file, String.join(" ", literals).replaceAll("\\s+", " ")));
            }
        }
        return all;
    }

    @Test
    void refusals_teachNoWayRoundThemselves() throws IOException {
        List<String> unknown = new ArrayList<>();
        Set<String> found = new HashSet<>();
        List<Message> messages = messages();
        assertTrue(messages.size() > 1000, "messages: " + messages.size());
        for (Message message : messages) {
            String left = message.text();
            for (String known : LOOKED_AT.keySet()) {
                if (left.contains(known)) {
                    found.add(known);
                    left = left.replace(known, "");
                }
            }
            if (WAY_ROUND.matcher(left).find()) {
                unknown.add(message.file() + ": " + message.text());
            }
        }
        assertEquals(List.of(), unknown, "look at these: does anyone who follows them spend a budget twice?");
        assertEquals(LOOKED_AT.keySet(), found, "messages that are gone");
    }

    @Test
    void messages_haveAllLiteralsOfAStatement() {
        String source =
                "throw new X(\"is known as \" + name\n + \": make a copy\"\n + \" and use that\");\n// \"a copy\"\n";
        List<Message> messages = messages("Some.java", source);
        assertEquals("is known as : make a copy and use that", messages.get(0).text());
        assertTrue(WAY_ROUND.matcher(messages.get(0).text()).find());
        assertEquals("", messages.get(messages.size() - 1).text());
    }
}
