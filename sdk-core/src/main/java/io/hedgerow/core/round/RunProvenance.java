package io.hedgerow.core.round;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a result was computed with, so that it can be computed again.
 *
 * @param software name and version
 * @param study the study's name
 * @param studyDigest SHA-256 of the study's parameters
 * @param globalSolver the coordinator's solver
 * @param protection how uploads were protected
 * @param sites the sites' names, sorted
 * @param java the Java runtime
 */
public record RunProvenance(
        String software,
        String study,
        String studyDigest,
        String globalSolver,
        String protection,
        List<String> sites,
        String java) {

    /** Name and version of this software. */
    public static final String SOFTWARE = "hedgerow 0.1.0-SNAPSHOT";

    public RunProvenance {
        sites = List.copyOf(sites);
    }

    static RunProvenance of(Study study, String globalSolver, String protection, List<String> sites) {
        return new RunProvenance(
                SOFTWARE,
                study.name(),
                digest(study),
                globalSolver,
                protection,
                sites,
                System.getProperty("java.vm.name") + " " + Runtime.version());
    }

    /** Records and layouts print all their components. */
    private static String digest(Study study) {
        // one component a line: 1 row and 23 sites must not read like 12 rows and 3 sites
        String content = Stream.of(
                        study.name(),
                        study.schema().names(),
                        study.layout(),
                        study.admm(),
                        study.lossScaling(),
                        study.totalRows(),
                        study.sites(),
                        study.centring(),
                        study.communication(),
                        study.policy(),
                        study.unit())
                .map(String::valueOf)
                .collect(Collectors.joining("\n"));
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
