// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.solver;

import io.hedgerow.core.internal.file.Sha256;
import io.hedgerow.core.solver.LocalSolver;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The origin of a solver's class: whether it is one of the SDK's own, which alone may have the SDK's names, and the jar
 * with its digest, which a ledger records. Stateless; thread-safe.
 */
final class SolverOrigin {

    /** The names that the SDK's private solvers have; {@code SolverNamesTest} compares them with the solvers. */
    private static final Set<String> NAMES = names();

    private static final String INTERNAL = "io.hedgerow.dp.internal.";

    /** The class by which the SDK's private solvers are known: they are of its loader, module and place. */
    private static final String METHODS = "io.hedgerow.dp.method.PrivateMethods";

    /** So that a name and a digest fit into a line of a ledger. */
    private static final int LONGEST = 100;

    /** A class does not change its place: a jar is read once. */
    private static final ClassValue<String> ORIGINS = new ClassValue<>() {
        @Override
        protected String computeValue(Class<?> type) {
            return read(type);
        }
    };

    private SolverOrigin() {}

    private static Set<String> names() {
        Set<String> names = new TreeSet<>(List.of("dp-pgcd", "dp-pgcd-laplace", "dp-fed-bnsl"));
        for (String release : List.of("dp-gram", "dp-dynamic-gram", "dp-feature-gram", "dp-scale")) {
            names.add(release);
            names.add(release + "-shared-noise");
        }
        return Set.copyOf(names);
    }

    /**
     * Whether a solver has a name of the SDK's private solvers and is none of them: a policy that allows the name means
     * the release that is proved here.
     *
     * @param name that it gave
     * @param solver of whatever jar, also one that changes the solutions of another
     */
    static boolean isForeign(String name, LocalSolver solver) {
        return NAMES.contains(name) && !isOwn(solver.getClass());
    }

    /**
     * Whether a class is of the jar that has the SDK's private methods. That jar is found as every class of the SDK
     * finds it: anyone who can replace it can also replace this class.
     */
    private static boolean isOwn(Class<?> type) {
        Class<?> methods;
        try {
            methods = Class.forName(METHODS, false, SolverOrigin.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            return false; // this program has no private methods of the SDK
        }
        return type.getName().startsWith(INTERNAL)
                && type.getClassLoader() == methods.getClassLoader()
                && type.getModule() == methods.getModule()
                && place(type).equals(place(methods));
    }

    /**
     * {@return the name of the jar with its SHA-256, as ledgers record it} Of a class that is in no jar it is the name
     * of the class, with the digest of its file. Where the solutions of another solver are changed, it is the jar of
     * the change.
     *
     * @param solver the solver that computes
     * @throws IllegalStateException when the jar cannot be read any more
     */
    static String of(LocalSolver solver) {
        return ORIGINS.get(
                solver instanceof PostProcessedSolver changed ? changed.change().getClass() : solver.getClass());
    }

    private static String read(Class<?> type) {
        try {
            CodeSource source = type.getProtectionDomain().getCodeSource();
            URL location = source == null ? null : source.getLocation();
            if (location != null && location.getProtocol().equals("file")) {
                Path jar = Path.of(location.toURI());
                if (Files.isRegularFile(jar)) {
                    return described(String.valueOf(jar.getFileName()), Files.newInputStream(jar));
                }
            }
            // a lambda's class has no file, and the class that holds it has
            String name = type.getName().replaceAll("\\$\\$Lambda.*", "");
            InputStream file = type.getResourceAsStream("/" + name.replace('.', '/') + ".class");
            return file == null ? "class " + shortened(name) : described("class " + name, file);
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException(
                    "the jar of " + type.getName() + " must be readable, so that a ledger can name it", e);
        }
    }

    private static String described(String name, InputStream content) throws IOException {
        MessageDigest digest = Sha256.start();
        try (InputStream bytes = content) {
            byte[] buffer = new byte[1 << 16];
            for (int read = bytes.read(buffer); read >= 0; read = bytes.read(buffer)) {
                digest.update(buffer, 0, read);
            }
        }
        return shortened(name) + " sha256:" + HexFormat.of().formatHex(digest.digest());
    }

    private static String shortened(String name) {
        return name.length() <= LONGEST ? name : name.substring(name.length() - LONGEST);
    }

    private static String place(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source == null || source.getLocation() == null
                ? ""
                : source.getLocation().toString();
    }
}
