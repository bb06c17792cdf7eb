// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.doctor;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.output.Result;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import io.hedgerow.transport.internal.identity.TlsMaterial;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.study.StudyPlanException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

public final class Checkup implements Result {

    private static final int WIDTH = 14;

    private final List<Finding> findings = new ArrayList<>();

    Checkup() {}

    /**
     * Checks everything that would keep a site from joining a study, and names the remedies. Reads the first line of
     * the data file, and digests of its rows where the site has charged data before; spends no budget, changes no file;
     * it asks the coordinator whether the site would be admitted, which the coordinator sees.
     */
    public static Checkup of(SiteSetup setup, InstantSource clock) {
        Checkup checkup = new Checkup();
        MachineChecks machine = new MachineChecks(checkup, setup, clock);
        machine.java();
        machine.disk();
        machine.files();
        Optional<TlsMaterial> identity = new IdentityChecks(checkup, setup, clock).examine();
        machine.clock(identity);
        Optional<SignedPlan> plan = new PlanChecks(checkup, setup).examine();
        new DataChecks(checkup, setup).examine(plan);
        new CoordinatorChecks(checkup, setup, clock).examine(plan, identity);
        return checkup;
    }

    interface Look<T> {
        T look() throws IOException;
    }

    void add(Finding finding) {
        findings.add(finding);
    }

    /** Runs a check; an exception is a failure with its message. */
    <T> Optional<T> attempt(String check, String fix, Look<T> step) {
        try {
            return Optional.of(step.look());
        } catch (PrivacyException e) {
            add(Finding.fail(check, ExitCode.REFUSED, message(e), fix));
        } catch (IdentityException e) {
            ExitCode code = e.reason() == Reason.SIGNATURES ? ExitCode.REFUSED : ExitCode.BAD_DATA;
            add(Finding.fail(check, code, message(e), fix));
        } catch (DataException | StudyPlanException | JournalException | IllegalArgumentException e) {
            add(Finding.fail(check, ExitCode.BAD_DATA, message(e), fix));
        } catch (UncheckedIOException e) {
            add(Finding.fail(check, ExitCode.BAD_DATA, FileReason.withPath(Objects.requireNonNull(e.getCause())), fix));
        } catch (IOException e) {
            add(Finding.fail(check, ExitCode.BAD_DATA, FileReason.withPath(e), fix));
        }
        return Optional.empty();
    }

    private static String message(RuntimeException e) {
        return Words.reason(e).strip().replaceAll("\\s*[\\r\\n]+\\s*", "; ");
    }

    public List<Finding> findings() {
        return List.copyOf(findings);
    }

    /** A refusal is named before anything that can be mended, and a fault of this site before faults elsewhere. */
    @Override
    public ExitCode exitCode() {
        for (ExitCode code : List.of(ExitCode.REFUSED, ExitCode.BAD_DATA, ExitCode.STUDY_ENDED)) {
            if (findings.stream().anyMatch(finding -> finding.consequence() == code)) {
                return code;
            }
        }
        return ExitCode.OK;
    }

    @Override
    public Object json() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("ready", exitCode() == ExitCode.OK);
        document.put("exitCode", exitCode().number());
        document.put("findings", findings.stream().map(Checkup::row).toList());
        return document;
    }

    private static Map<String, Object> row(Finding finding) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("check", finding.check());
        row.put("status", finding.status().word());
        row.put("found", finding.found());
        if (finding.fix() != null) {
            row.put("fix", finding.fix());
        }
        return row;
    }

    @Override
    public void describe(PrintWriter out) {
        for (Finding finding : findings) {
            out.printf(
                    "%-5s %-" + WIDTH + "s %s%n",
                    finding.status().word(),
                    finding.check(),
                    Printable.line(finding.found()));
            if (finding.fix() != null) {
                out.printf("%-5s %-" + WIDTH + "s to do: %s%n", "", "", Printable.line(finding.fix()));
            }
        }
        out.println();
        out.printf(
                "%d passed, %s, %d failed, %d skipped%n",
                count(Finding.Status.PASS),
                Words.count(count(Finding.Status.WARN), "warning"),
                count(Finding.Status.FAIL),
                count(Finding.Status.SKIP));
    }

    private long count(Finding.Status status) {
        return findings.stream().filter(finding -> finding.status() == status).count();
    }

    /**
     * The result of one check. Holds no record and nothing computed from records.
     *
     * @param fix the remedy; only where there is something to do
     * @param consequence the exit code of the doctor because of it; only of a failure
     */
    public record Finding(
            String check,
            Status status,
            String found,
            @Nullable String fix,
            @Nullable ExitCode consequence) {

        public enum Status {
            PASS,
            /** The study can be joined today; an operator should act. */
            WARN,
            /** The study cannot be joined like this. */
            FAIL,
            /** The check was not made, for the reason in {@link Finding#found}. */
            SKIP;

            public String word() {
                return name().toLowerCase(Locale.ROOT);
            }
        }

        public Finding {
            if ((status == Status.FAIL) != (consequence != null)) {
                throw new IllegalArgumentException("exactly a failure must have a consequence, " + check + " had not");
            }
        }

        static Finding pass(String check, String found) {
            return new Finding(check, Status.PASS, found, null, null);
        }

        static Finding warn(String check, String found, String fix) {
            return new Finding(check, Status.WARN, found, fix, null);
        }

        static Finding fail(String check, ExitCode consequence, String found, String fix) {
            return new Finding(check, Status.FAIL, found, fix, consequence);
        }

        static Finding skip(String check, String why) {
            return new Finding(check, Status.SKIP, why, null, null);
        }
    }
}
