package io.hedgerow.dp.ledger;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.dp.accounting.PrivacyBudget;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads a policy file. Small, plain YAML only: no anchors, aliases, tags or further documents. */
final class PolicyReader {

    private static final int LARGEST = 64 << 10;
    private static final int MOST_SOLVERS = 100;

    private PolicyReader() {}

    /** What a file names that is not in it. */
    record Fallback(DatasetIdentity dataset, long rows) {}

    static SitePolicy read(Path path, Optional<Fallback> fallback) {
        try (InputStream in = Files.newInputStream(path)) {
            byte[] bytes = in.readNBytes(LARGEST + 1);
            if (bytes.length > LARGEST) {
                throw new DataException(path + ": a policy must have at most " + LARGEST + " bytes");
            }
            return parse(path.toString(), text(path.toString(), bytes), fallback);
        } catch (IOException e) {
            throw new DataException(path + ": cannot be read: " + FileReason.of(e), e);
        }
    }

    private static String text(String file, byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new DataException(file + ": must be text in UTF-8", e);
        }
    }

    static SitePolicy parse(String file, String text) {
        return parse(file, text, Optional.empty());
    }

    private static SitePolicy parse(String file, String text, Optional<Fallback> fallback) {
        try (JsonParser parser = new YAMLFactory().createParser(text)) {
            if (parser.nextToken() == null) {
                throw PolicyNode.complaint(file, 1, "a policy must not be empty");
            }
            PolicyNode root = PolicyNode.read(file, parser);
            if (parser.nextToken() != null) {
                throw PolicyNode.complaint(
                        file, parser.currentTokenLocation().getLineNr(), "a policy must be one document");
            }
            return policy(root, fallback);
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            String what = e.getOriginalMessage().lines().findFirst().orElse("unreadable");
            throw PolicyNode.complaint(file, line, "is not YAML: " + what.replaceFirst(", got this instead.*", ""));
        } catch (IOException e) {
            throw new DataException(file + ": cannot be read: " + FileReason.of(e), e);
        }
    }

    private static SitePolicy policy(PolicyNode root, Optional<Fallback> fallback) {
        root.requireOnly(SitePolicy.KEYS.toArray(String[]::new));
        PolicyNode budgetNode = root.required("budget");
        PrivacyBudget budget = budget(budgetNode);
        PolicyNode capNode = root.optional("perStudy").orElse(budgetNode);
        PrivacyBudget capBudget = budget(capNode);
        Optional<PolicyNode> undeclared = root.optional("undeclaredDelta");
        double undeclaredDelta = undeclared.map(node -> node.number("a delta")).orElse(capBudget.delta());
        AccountingMode mode =
                root.optional("accounting").map(PolicyReader::mode).orElseGet(AccountingMode.FixedPlan::new);
        boolean ofFile = fallback.isPresent() && root.optional("dataset").isEmpty();
        Fallback dataset = ofFile ? fallback.get() : dataset(root.required("dataset"));
        // No software can tell whether somebody has more than one row: who names the data must say whose they are.
        Optional<PolicyNode> unit = ofFile ? root.optional("unit") : Optional.of(root.required("unit"));
        return new SitePolicy(
                dataset.dataset(),
                dataset.rows(),
                unit.map(PolicyReader::unit).orElseGet(PrivacyUnit.RecordUnit::new),
                root.optional("adjacency").map(PolicyReader::adjacency).orElse(Adjacency.REPLACE_ONE),
                affordable(budgetNode, budget, mode),
                checked(
                        undeclared.orElse(capNode),
                        () -> new StudyCap(affordable(capNode, capBudget, mode), undeclaredDelta)),
                mode,
                root.optional("minimumCohort")
                        .map(node -> (int) node.whole(1, 100_000))
                        .orElse(SitePolicy.USUAL_COHORT),
                root.optional("allowedSolvers").map(PolicyReader::solvers).orElse(SitePolicy.PRIVATE_SOLVERS),
                root.optional("clockToleranceMinutes")
                        .map(node -> Duration.ofMinutes(node.whole(0, 60L * 24 * 366 * 200)))
                        .orElse(LedgerClock.USUAL_TOLERANCE));
    }

    private static Fallback dataset(PolicyNode dataset) {
        dataset.requireOnly("id", "rows");
        PolicyNode id = dataset.required("id");
        return new Fallback(
                checked(id, () -> new DatasetIdentity(Names.requireWritable("id", id.text("a name")))),
                dataset.required("rows").whole(1, 1_000_000_000_000L));
    }

    private static PrivacyBudget budget(PolicyNode node) {
        node.requireOnly("epsilon", "delta");
        PolicyNode epsilon = node.required("epsilon");
        PolicyNode delta = node.required("delta");
        double e = epsilon.number("a number > 0");
        double d = delta.number("a number from 0 up to but not including 1");
        if (!(e > 0) || e == Double.POSITIVE_INFINITY) {
            throw epsilon.mustBe("a number > 0");
        }
        if (!(d < 1)) {
            throw delta.mustBe("a number from 0 up to but not including 1");
        }
        return new PrivacyBudget(e, d);
    }

    private static PrivacyBudget affordable(PolicyNode node, PrivacyBudget budget, AccountingMode mode) {
        return checked(node, () -> {
            SpendingLimit.of(budget, mode);
            return budget;
        });
    }

    private static PrivacyUnit unit(PolicyNode node) {
        String allowed = "record, or {person: COLUMN}";
        if (node.isMapping()) {
            node.requireOnly("person");
            PolicyNode column = node.required("person");
            return checked(
                    column,
                    () -> new PrivacyUnit.PersonUnit(
                            Names.requireWritable("person", column.text("the column that identifies a person"))));
        }
        if (!node.text(allowed).equals("record")) {
            throw node.mustBe(allowed);
        }
        return new PrivacyUnit.RecordUnit();
    }

    private static Adjacency adjacency(PolicyNode node) {
        String allowed = "replace-one or zero-out";
        return switch (node.text(allowed)) {
            case "replace-one" -> Adjacency.REPLACE_ONE;
            case "zero-out" -> Adjacency.ZERO_OUT;
            default -> throw node.mustBe(allowed);
        };
    }

    private static AccountingMode mode(PolicyNode node) {
        String allowed = "fixed-plan, or {rdp-filter: {order: NUMBER}}";
        if (node.isMapping()) {
            node.requireOnly("rdp-filter");
            PolicyNode filter = node.required("rdp-filter");
            filter.requireOnly("order");
            PolicyNode order = filter.required("order");
            return checked(order, () -> new AccountingMode.RdpFilter(order.number("a number > 1")));
        }
        if (!node.text(allowed).equals("fixed-plan")) {
            throw node.mustBe(allowed);
        }
        return new AccountingMode.FixedPlan();
    }

    private static List<String> solvers(PolicyNode node) {
        List<String> solvers = new ArrayList<>();
        for (PolicyNode item : node.items("a list of solvers such as [dp-pgcd, dp-gram]")) {
            String name = item.text("the name of a solver");
            if (!name.matches("[a-z0-9][a-z0-9-]{0,63}")) {
                throw item.mustBe("the name of a solver: lower-case letters, digits and dashes");
            }
            if (solvers.contains(name)) {
                throw item.complain("solver \"" + name + "\" appears twice");
            }
            solvers.add(name);
        }
        if (solvers.isEmpty() || solvers.size() > MOST_SOLVERS) {
            throw node.complain("a policy must allow 1 to " + MOST_SOLVERS + " solvers, allows " + solvers.size());
        }
        return solvers;
    }

    private static <T> T checked(PolicyNode node, Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw node.complain(String.valueOf(e.getMessage()));
        }
    }
}
