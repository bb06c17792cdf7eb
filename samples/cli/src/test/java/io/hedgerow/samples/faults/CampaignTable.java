// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.faults;

import io.hedgerow.samples.faults.Verdict.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** What became of the cases of a campaign, by kind of study and by kind of fault, in Markdown. */
final class CampaignTable {

    private static final int LONGEST_REASON = 240;

    private CampaignTable() {}

    static List<String> of(List<CaseRun> runs) {
        List<String> lines = new ArrayList<>();
        head(lines, "study");
        for (StudyKind kind : StudyKind.values()) {
            row(lines, kind.lowerCase(), runs, run -> run.tried().kind() == kind);
        }
        lines.add("");
        head(lines, "fault that came");
        for (FaultKind kind : FaultKind.values()) {
            row(lines, kind.dashed(), runs, run -> run.came().stream().anyMatch(fault -> fault.kind() == kind));
        }
        row(lines, "none", runs, run -> run.came().isEmpty());
        Map<String, List<String>> reasons = new TreeMap<>();
        for (CaseRun run : runs) {
            if (run.verdict().outcome().compareTo(Outcome.STOPPED_AND_WENT_ON) >= 0) {
                reasons.computeIfAbsent(
                                run.verdict().outcome().words() + " | "
                                        + shortened(run.verdict().detail()),
                                key -> new ArrayList<>())
                        .add(run.tried().name());
            }
        }
        List<String> slow = runs.stream()
                .filter(run -> run.seconds() > StudySetting.DEADLINE.toSeconds())
                .map(run -> run.tried().name())
                .toList();
        if (!slow.isEmpty()) {
            lines.addAll(List.of("", "As long as a deadline or longer: " + String.join(", ", slow) + "."));
        }
        if (!reasons.isEmpty()) {
            lines.addAll(List.of("", "| outcome | reason or broken rule | cases |", "|---|---|---|"));
            reasons.forEach((reason, cases) ->
                    lines.add("| " + reason + " | " + cases.size() + ": " + String.join(", ", cases) + " |"));
        }
        return lines;
    }

    /** What is the same for cases that stopped or broke a rule in the same way. */
    private static String shortened(String detail) {
        String first = detail.lines().findFirst().orElse("").replace('|', '/').replaceAll("\\d[\\d.]*(E-?\\d+)?", "N");
        return first.length() > LONGEST_REASON ? first.substring(0, LONGEST_REASON) + " …" : first;
    }

    private static void head(List<String> lines, String first) {
        StringBuilder head = new StringBuilder("| " + first + " | cases |");
        StringBuilder rule = new StringBuilder("|---|--:|");
        for (Outcome outcome : Outcome.values()) {
            head.append(' ').append(outcome.words()).append(" |");
            rule.append("--:|");
        }
        lines.add(head.toString());
        lines.add(rule.toString());
    }

    private static void row(List<String> lines, String first, List<CaseRun> runs, Predicate<CaseRun> which) {
        Map<Outcome, Integer> counts = new LinkedHashMap<>();
        for (Outcome outcome : Outcome.values()) {
            counts.put(outcome, 0);
        }
        runs.stream().filter(which).forEach(run -> counts.merge(run.verdict().outcome(), 1, Integer::sum));
        int all = counts.values().stream().mapToInt(Integer::intValue).sum();
        if (all > 0) {
            StringBuilder row = new StringBuilder("| " + first + " | " + all + " |");
            counts.values().forEach(count -> row.append(' ').append(count).append(" |"));
            lines.add(row.toString());
        }
    }
}
