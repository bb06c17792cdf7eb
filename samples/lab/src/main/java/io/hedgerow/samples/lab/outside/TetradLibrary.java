// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.outside;

import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.samples.lab.outside.OutsideSet.OutsideData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Runs searches of Tetrad's library (tetrad-lib 7), which the user has and names: it is GPL, so it is neither part of
 * this project nor linked with it. Its classes are loaded apart from all others and called by their names.
 *
 * <p>BOSS: the best order of variables and its graph (Andrews et al. 2023), by the criterion with penalty 2. GFCI: a
 * partial ancestral graph, which allows for hidden causes (Ogarrio, Spirtes and Ramsey 2016), by the same criterion and
 * Fisher's z at level 0.01. Both with Tetrad's other settings as they come. Not thread-safe.
 */
final class TetradLibrary implements AutoCloseable {

    static final double PENALTY = 2;
    static final double LEVEL = 0.01;

    private static final long SEED = 1;
    private static final String ROOT = "edu.cmu.tetrad.";

    private final List<Path> jars;
    private final URLClassLoader loader;

    private TetradLibrary(List<Path> jars, URLClassLoader loader) {
        this.jars = jars;
        this.loader = loader;
    }

    /** Opens the library with what it needs, where a folder stands for all jars in it, and tries both searches. */
    static TetradLibrary open(List<Path> jars) {
        List<URL> all = new ArrayList<>();
        for (Path jar : jars) {
            all.addAll(urls(jar));
        }
        TetradLibrary library = new TetradLibrary(
                jars, new URLClassLoader("tetrad", all.toArray(new URL[0]), ClassLoader.getPlatformClassLoader()));
        try { // a jar that is missing is found here, not after hours
            OutsideData.WithinSites two = new OutsideData.WithinSites(new double[] {1, 0.5, 0.5, 1}, 100, 99);
            library.boss(two, 2);
            library.gfci(two, 2);
        } catch (RuntimeException e) {
            library.close();
            throw e;
        }
        return library;
    }

    private static List<URL> urls(Path jar) {
        try (Stream<Path> inside = Files.isDirectory(jar) ? Files.list(jar) : Stream.of(jar)) {
            List<URL> urls = new ArrayList<>();
            for (Path file : inside.filter(Files::isRegularFile).sorted().toList()) {
                urls.add(file.toUri().toURL());
            }
            if (urls.isEmpty()) {
                throw new IllegalArgumentException("--tetrad must name jars, or folders of them, was " + jar);
            }
            return urls;
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException("--tetrad must name jars, was " + jar, e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look into " + jar, e);
        }
    }

    private IllegalArgumentException unusable(Throwable cause) {
        return new IllegalArgumentException(
                "--tetrad must name the jar of tetrad-lib 7 and those it needs, separated by colons; with " + jars
                        + " Tetrad says " + cause,
                cause);
    }

    Links boss(OutsideData.WithinSites moments, int variables) {
        return call(() -> {
            Object score = score(moments, variables);
            Object boss = make("search.Boss", type("search.score.Score"), score);
            Object search = make("search.PermutationSearch", type("search.SuborderSearch"), boss);
            search.getClass().getMethod("setSeed", long.class).invoke(search, SEED);
            char[][] mark = marks(search.getClass().getMethod("search").invoke(search), variables);
            double[] entries = new double[variables * variables];
            for (int k = 0; k < entries.length; k++) {
                int i = k / variables;
                int j = k % variables;
                // an edge without direction is there both ways
                entries[k] = mark[i][j] == '>' || (mark[i][j] == '-' && mark[j][i] == '-') ? 1 : 0;
            }
            return Links.ofClass(variables, EquivalenceClass.ofMarks(WeightMatrix.ofRows(variables, entries)));
        });
    }

    /** The partial ancestral graph that GFCI finds: a direction is one without a circle. */
    Links gfci(OutsideData.WithinSites moments, int variables) {
        return call(() -> {
            Object test = type("search.test.IndTestFisherZ")
                    .getConstructor(type("data.ICovarianceMatrix"), double.class)
                    .newInstance(covariance(moments, variables), LEVEL);
            Object search = type("search.GFci")
                    .getConstructor(type("search.IndependenceTest"), type("search.score.Score"))
                    .newInstance(test, score(moments, variables));
            char[][] mark = marks(search.getClass().getMethod("search").invoke(search), variables);
            return new Links(
                    variables,
                    (i, j) -> mark[i][j] != ' ',
                    (i, j) -> mark[i][j] == '>' && mark[j][i] == '-',
                    Optional.empty());
        });
    }

    private Object score(OutsideData.WithinSites moments, int variables) throws ReflectiveOperationException {
        Object score = make("search.score.SemBicScore", type("data.ICovarianceMatrix"), covariance(moments, variables));
        score.getClass().getMethod("setPenaltyDiscount", double.class).invoke(score, PENALTY);
        return score;
    }

    private Object covariance(OutsideData.WithinSites moments, int variables) throws ReflectiveOperationException {
        List<Object> names = new ArrayList<>();
        double[][] matrix = new double[variables][variables];
        for (int i = 0; i < variables; i++) {
            names.add(make("data.ContinuousVariable", String.class, "x" + i));
            System.arraycopy(moments.covariance(), i * variables, matrix[i], 0, variables);
        }
        return type("data.CovarianceMatrix")
                .getConstructor(List.class, double[][].class, int.class)
                .newInstance(names, matrix, Math.toIntExact(moments.free()));
    }

    /** [i, j]: the end at j of the edge of i and j: &gt;, - or o; a blank where there is none. */
    private char[][] marks(Object graph, int variables) throws ReflectiveOperationException {
        char[][] mark = new char[variables][variables];
        for (char[] row : mark) {
            Arrays.fill(row, ' ');
        }
        Class<?> edgeType = type("graph.Edge");
        for (Object edge :
                (Iterable<?>) type("graph.Graph").getMethod("getEdges").invoke(graph)) {
            int first = place(edgeType.getMethod("getNode1").invoke(edge));
            int second = place(edgeType.getMethod("getNode2").invoke(edge));
            mark[second][first] = end(edgeType.getMethod("getEndpoint1").invoke(edge));
            mark[first][second] = end(edgeType.getMethod("getEndpoint2").invoke(edge));
        }
        return mark;
    }

    private int place(Object node) throws ReflectiveOperationException {
        return Integer.parseInt(
                ((String) type("graph.Node").getMethod("getName").invoke(node)).substring(1));
    }

    private static char end(Object endpoint) {
        return switch (endpoint.toString()) {
            case "Arrow", "ARROW" -> '>';
            case "Tail", "TAIL" -> '-';
            default -> 'o';
        };
    }

    private Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName(ROOT + name, true, loader);
    }

    private Object make(String name, Class<?> parameter, Object argument) throws ReflectiveOperationException {
        return type(name).getConstructor(parameter).newInstance(argument);
    }

    private interface Question {
        Links ask() throws ReflectiveOperationException;
    }

    private Links call(Question question) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return question.ask();
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw cause instanceof LinkageError
                    ? unusable(cause)
                    : new IllegalStateException("Tetrad failed: " + cause, cause);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw unusable(e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Override
    public void close() {
        try {
            loader.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close the jars of Tetrad", e);
        }
    }
}
