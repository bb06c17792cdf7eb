// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import io.hedgerow.core.internal.file.Directories;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.IdentityException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks that no other user may change the files that control a site: rules, policy, identity, and the home with the
 * ledger. Anyone who may write to them decides instead of the site, so only the user that runs the site, and root, may
 * write to them. Users are compared by number: in a container a user often has no name. File systems without
 * permissions of this kind (Windows) are not looked at.
 */
public final class FilePermissions {

    private static final int BY_OTHERS = 0022;
    private static final int SEARCHED_BY_OTHERS = 0011;
    private static final int STICKY = 01000;

    /** The state of this process, as Linux shows it. */
    private static final Path STATUS = Path.of("/proc/self/status");

    /** Real, effective, saved and file system's user, of which the second opens files. */
    private static final Pattern USERS = Pattern.compile("Uid:\\s+\\d+\\s+(\\d+)\\s.*");

    private final Set<Path> files = new LinkedHashSet<>();
    /** Directories of files that are named themselves. */
    private final Set<Path> around = new LinkedHashSet<>();

    private final long user;

    private FilePermissions(long user) {
        this.user = user;
    }

    /**
     * Reports files that other users may change, with commands to fix them.
     *
     * @param found which files, and why
     * @param fix the commands that mend it
     */
    public record Finding(String found, String fix) {}

    /**
     * Lists the files with which a site joins. Files that are missing are not looked at.
     *
     * @param rules what the site insists on
     * @param policy of its data set
     * @param identity keys and certificate
     * @param home with the ledger
     * @throws IOException when a directory cannot be listed
     */
    public static FilePermissions of(Path rules, Optional<Path> policy, IdentityDirectory identity, SiteHome home)
            throws IOException {
        return of(rules, policy, identity, home, isPosix(rules) ? user(STATUS) : 0);
    }

    static FilePermissions of(Site site) {
        try {
            return of(site.rules(), site.policy(), site.identity(), site.home());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static FilePermissions of(Path rules, Optional<Path> policy, IdentityDirectory identity, SiteHome home, long user)
            throws IOException {
        FilePermissions own = new FilePermissions(user);
        own.add(rules);
        if (policy.isPresent()) {
            own.add(policy.get());
        }
        own.addAll(identity.path());
        own.files.add(home.path());
        own.addAll(home.ledger());
        return own;
    }

    /**
     * A file, and the directories of its name, of what this links to, and so on to the file itself: anyone who may
     * write to one of them can put another file there.
     */
    private void add(Path file) throws IOException {
        files.add(file);
        around.add(parent(file));
        if (Files.exists(file)) {
            for (Path link = file; Files.isSymbolicLink(link); ) {
                link = parent(link).resolve(Files.readSymbolicLink(link));
                around.add(parent(link).toRealPath());
            }
        }
    }

    private void addAll(Path directory) throws IOException {
        files.add(directory);
        if (Files.isDirectory(directory)) {
            try (Stream<Path> inside = Files.list(directory)) {
                for (Path file : inside.sorted().toList()) {
                    add(file);
                }
            }
        }
    }

    /**
     * Looks at permissions and owners.
     *
     * @return what others may change; empty when there is nothing
     * @throws IOException when a file cannot be looked at
     */
    public Optional<Finding> findings() throws IOException {
        Set<Path> writable = new LinkedHashSet<>();
        Set<Path> foreign = new LinkedHashSet<>();
        for (Path file : Stream.concat(files.stream(), around.stream()).toList()) {
            if (Files.exists(file) && isPosix(file)) {
                Path real = file.toRealPath();
                if (isWritable(real, !files.contains(file))) {
                    writable.add(file);
                }
                long owner = owner(real);
                if (owner != user && owner != 0) {
                    foreign.add(file);
                }
            }
        }
        if (writable.isEmpty() && foreign.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Finding(
                sentence("others than their owner may write to ", writable)
                        + (writable.isEmpty() || foreign.isEmpty() ? "" : "; ")
                        + sentence("another user owns ", foreign),
                sentence("chmod go-w ", writable)
                        + (writable.isEmpty() || foreign.isEmpty() ? "" : "; ")
                        + sentence("chown to the user that runs the site: ", foreign)
                        + "; then see that no one has changed what is in them"));
    }

    /**
     * In a directory with the sticky bit, such as the one for temporary files, users can replace their own files only.
     */
    private static boolean isWritable(Path real, boolean isAround) throws IOException {
        int mode = mode(real);
        boolean sticky = isAround && (mode & STICKY) != 0;
        boolean reached = (mode(parent(real)) & SEARCHED_BY_OTHERS) != 0;
        return (mode & BY_OTHERS) != 0 && reached && !sticky;
    }

    /**
     * The number of the user that runs this process, whether or not the system has a name for it. Where there is no
     * status, the owner of a file that is made: what the Java platform has for it answers 0 where there is no name.
     */
    static long user(Path status) throws IOException {
        if (Files.isReadable(status)) {
            for (String line : Files.readAllLines(status)) {
                Matcher users = USERS.matcher(line);
                if (users.matches()) {
                    return Long.parseLong(users.group(1));
                }
            }
        }
        Path made = Files.createTempFile("hedgerow", ".user");
        try {
            return owner(made);
        } finally {
            Files.delete(made);
        }
    }

    private static long owner(Path file) throws IOException {
        return Integer.toUnsignedLong((Integer) Files.getAttribute(file, "unix:uid"));
    }

    private static int mode(Path file) throws IOException {
        return (Integer) Files.getAttribute(file, "unix:mode");
    }

    private static Path parent(Path file) {
        Path parent = file.toAbsolutePath().getParent();
        return parent == null ? file.toAbsolutePath() : parent;
    }

    private static String sentence(String words, Set<Path> files) {
        return files.isEmpty() ? "" : words + files.stream().map(Path::toString).collect(Collectors.joining(" "));
    }

    /**
     * Refuses where others may change something.
     *
     * @throws IdentityException with every file and what to do
     */
    public void require() {
        try {
            Optional<Finding> open = findings();
            if (open.isPresent()) {
                throw new IdentityException(
                        IdentityException.Reason.PERMISSIONS,
                        open.get().found() + ", which decide what leaves this site: "
                                + open.get().fix());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Makes a directory that only its owner may look into, unless there is one.
     *
     * @param directory with its parents
     */
    public static void createDirectory(Path directory) {
        try {
            Directories.makePrivate(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isPosix(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().containsAll(List.of("posix", "unix"));
    }
}
