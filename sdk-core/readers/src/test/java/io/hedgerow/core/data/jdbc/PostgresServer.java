// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.jdbc;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Assumptions;
import org.postgresql.ds.PGSimpleDataSource;

/** A PostgreSQL of its own for one test class, on loopback, from the binaries that are installed. */
public final class PostgresServer implements AutoCloseable {

    private static final String SUPERUSER = "hedgerow";
    /** PostgreSQL does not run as root; its packages make this account. */
    private static final String ACCOUNT = "postgres";

    private static final boolean ROOT = "root".equals(System.getProperty("user.name"));

    private final Path binaries;
    private final Path folder;
    private final int port;

    private PostgresServer(Path binaries, Path folder, int port) {
        this.binaries = binaries;
        this.folder = folder;
        this.port = port;
    }

    /** Starts a server, or skips the tests, saying why. */
    public static PostgresServer start() throws IOException {
        Optional<Path> binaries = binaries();
        Assumptions.assumeTrue(
                binaries.isPresent(),
                "PostgreSQL is not installed: initdb and pg_ctl are neither on the PATH nor in /usr/lib/postgresql");
        Path folder = Files.createTempDirectory("hedgerow-postgres");
        if (ROOT) {
            Files.setOwner(
                    folder,
                    folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(ACCOUNT));
        }
        PostgresServer server = new PostgresServer(binaries.get(), folder, freePort());
        try {
            server.run("initdb", "-D", server.data(), "-U", SUPERUSER, "-A", "trust", "-E", "UTF8", "--no-sync");
            server.run(
                    "pg_ctl",
                    "start",
                    "-w",
                    "-D",
                    server.data(),
                    "-l",
                    folder.resolve("log").toString(),
                    "-o",
                    "-c listen_addresses=127.0.0.1,127.0.0.2 -c fsync=off -c unix_socket_directories='' -p "
                            + server.port);
        } catch (IOException e) {
            delete(folder);
            throw e;
        }
        return server;
    }

    private static Optional<Path> binaries() throws IOException {
        List<Path> places = new ArrayList<>();
        Path packages = Path.of("/usr/lib/postgresql");
        if (Files.isDirectory(packages)) {
            try (Stream<Path> versions = Files.list(packages)) {
                versions.sorted(Comparator.reverseOrder())
                        .map(version -> version.resolve("bin"))
                        .forEach(places::add);
            }
        }
        Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(Path::of)
                .forEach(places::add);
        return places.stream()
                .filter(place ->
                        Files.isExecutable(place.resolve("initdb")) && Files.isExecutable(place.resolve("pg_ctl")))
                .findFirst();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** For a driver, with the administrator's name. */
    public String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=" + SUPERUSER;
    }

    /** The server's administrator, who may do anything. */
    public DataSource administrator() {
        PGSimpleDataSource database = new PGSimpleDataSource();
        database.setServerNames(new String[] {"127.0.0.1"});
        database.setPortNumbers(new int[] {port});
        database.setDatabaseName("postgres");
        database.setUser(SUPERUSER);
        return database;
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    private void run(String program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        if (ROOT) {
            command.addAll(List.of("runuser", "-u", ACCOUNT, "--"));
        }
        command.add(binaries.resolve(program).toString());
        command.addAll(List.of(arguments));
        File output = Files.createTempFile("hedgerow-postgres", ".out").toFile();
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output)
                    .start();
            if (!process.waitFor(2, TimeUnit.MINUTES) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IOException(
                        program + " failed: " + Files.readString(output.toPath(), StandardCharsets.UTF_8));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(program + " was interrupted", e);
        } finally {
            Files.deleteIfExists(output.toPath());
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    @Override
    public void close() throws IOException {
        run("pg_ctl", "stop", "-w", "-m", "fast", "-D", data());
        delete(folder);
    }
}
