// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.accounting;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.accounting.Accountant;
import io.hedgerow.dp.accounting.CertifiedAccountant;
import io.hedgerow.samples.accounting.AccountCase.AccountedCase;
import io.hedgerow.samples.accounting.AccountCase.CaseNumbers;
import io.hedgerow.samples.output.Progress;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;

/**
 * Reads compositions of mechanisms from a CSV file, one a line: a parameter and a count for each kind of mechanism, and
 * δ. An empty parameter with an empty count means that there is no such call.
 *
 * <p>The file is read and checked as a whole before anything is computed. Immutable.
 */
public final class AccountTable {

    private record Column(String parameter, String count, CallList.Kind kind) {}

    private static final List<Column> COLUMNS = List.of(
            new Column("gaussian_mu", "gaussian_count", CallList.Kind.GAUSSIAN),
            new Column("selection_eps0", "selection_count", CallList.Kind.SELECTION),
            new Column("laplace_scale", "laplace_count", CallList.Kind.LAPLACE),
            new Column("pure_eps", "pure_count", CallList.Kind.PURE));

    private static final String DELTA = "delta";
    private static final String RESULTS = "eps_basic,eps_zcdp,eps_rdp,eps_certified";

    private final List<String> lines;
    private final List<AccountCase> cases;

    private AccountTable(List<String> lines, List<AccountCase> cases) {
        this.lines = lines;
        this.cases = cases;
    }

    public static AccountTable read(Path file) throws IOException {
        List<String> lines;
        try {
            lines = new ArrayList<>(Files.readAllLines(file, StandardCharsets.UTF_8));
        } catch (CharacterCodingException e) {
            throw new DataException(file + ": must be UTF-8 text", e);
        }
        while (!lines.isEmpty() && lines.get(lines.size() - 1).isBlank()) {
            lines.remove(lines.size() - 1);
        }
        if (lines.isEmpty()) {
            throw new DataException(
                    file + ", line 1: must name the columns " + String.join(",", names()) + ", is missing");
        }
        if (lines.get(0).startsWith("\uFEFF")) {
            lines.set(0, lines.get(0).substring(1));
        }
        List<String> header = header(file, lines.get(0));
        List<AccountCase> cases = new ArrayList<>();
        for (int k = 1; k < lines.size(); k++) {
            cases.add(row(file + ", line " + (k + 1), header, lines.get(k)));
        }
        return new AccountTable(lines, cases);
    }

    private static List<String> names() {
        List<String> names = new ArrayList<>();
        for (Column column : COLUMNS) {
            names.add(column.parameter());
            names.add(column.count());
        }
        names.add(DELTA);
        return names;
    }

    private static List<String> cells(String line) {
        return Arrays.stream(line.split(",", -1)).map(String::strip).toList();
    }

    private static List<String> header(Path file, String line) {
        List<String> header = cells(line);
        List<String> allowed = names();
        for (int k = 0; k < header.size(); k++) {
            if (!allowed.contains(header.get(k))) {
                throw new DataException(file + ", line 1, column " + (k + 1) + ": name must be one of "
                        + String.join(", ", allowed) + ", was \"" + header.get(k) + "\"");
            }
        }
        if (new HashSet<>(header).size() < header.size()) {
            throw new DataException(file + ", line 1: column names must be distinct, was \"" + line + "\"");
        }
        for (String name : allowed) {
            if (!header.contains(name)) {
                throw new DataException(file + ", line 1: must name the column " + name + ", was \"" + line + "\"");
            }
        }
        return header;
    }

    private static AccountCase row(String place, List<String> header, String line) {
        List<String> cells = cells(line);
        if (cells.size() != header.size()) {
            throw new DataException(place + ": must have " + Words.count(header.size(), "field")
                    + ", as the header has, has " + cells.size());
        }
        try {
            List<MechanismEvent> steps = new ArrayList<>();
            for (Column column : COLUMNS) {
                String parameter = cells.get(header.indexOf(column.parameter()));
                String count = cells.get(header.indexOf(column.count()));
                if (parameter.isEmpty() && (count.isEmpty() || count.equals("0"))) {
                    continue;
                }
                steps.add(column.kind()
                        .event()
                        .apply(
                                CaseNumbers.loss(place + ", column " + column.parameter() + ":", parameter),
                                CaseNumbers.count(place + ", column " + column.count() + ":", count)));
            }
            if (steps.isEmpty()) {
                throw new DataException(place + ": must have a call of at least one kind, has none");
            }
            String delta = cells.get(header.indexOf(DELTA));
            return AccountCase.of(steps, CaseNumbers.delta(place + ", column " + DELTA + ":", delta));
        } catch (IllegalArgumentException e) {
            throw new DataException(Words.reason(e), e);
        }
    }

    public int size() {
        return cases.size();
    }

    /** Accounts for all compositions, each in a task of its own: the file's lines with four more values of ε each. */
    public String account(Executor executor, Progress progress) throws InterruptedException {
        Accountant certified = new CertifiedAccountant();
        List<FutureTask<AccountedCase>> tasks = new ArrayList<>();
        for (AccountCase input : cases) {
            FutureTask<AccountedCase> task = new FutureTask<>(() -> AccountedCase.of(input, certified));
            tasks.add(task);
            executor.execute(task);
        }
        try {
            StringBuilder text =
                    new StringBuilder(lines.get(0)).append(',').append(RESULTS).append('\n');
            for (int k = 0; k < tasks.size(); k++) {
                AccountedCase result = tasks.get(k).get();
                text.append(lines.get(k + 1));
                for (double epsilon : List.of(result.basic(), result.zcdp(), result.rdp(), result.certified())) {
                    text.append(',').append(epsilon == Double.POSITIVE_INFINITY ? "inf" : Double.toString(epsilon));
                }
                text.append('\n');
                progress.update(new Progress.Step("composition", k + 1, tasks.size(), 0));
            }
            return text.toString();
        } catch (ExecutionException e) {
            throw new IllegalStateException("cannot account for a composition", e.getCause());
        } finally {
            tasks.forEach(task -> task.cancel(true));
        }
    }
}
