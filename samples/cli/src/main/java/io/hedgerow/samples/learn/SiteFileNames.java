// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn;

import java.nio.file.Path;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Creates safe and distinct file names for sites. Of a path only the last part is taken, without the ending of its
 * format; what is no letter, digit, dash, dot or underscore becomes an underscore, and no name begins with a dot. Where
 * two would be the same, also on a file system that does not tell capitals, a number is added: {@code rows},
 * {@code rows-2}.
 */
public final class SiteFileNames {

    /** In letters of up to four bytes, with a number and an ending, below the 255 bytes of most file systems. */
    private static final int LONGEST = 50;

    private SiteFileNames() {}

    public static List<String> of(List<String> sites) {
        Set<String> taken = new HashSet<>();
        List<String> names = new ArrayList<>();
        for (String site : sites) {
            String plain = plain(site);
            String name = plain;
            for (int n = 2; !taken.add(name.toLowerCase(Locale.ROOT)); n++) {
                name = plain + "-" + n;
            }
            names.add(name);
        }
        return List.copyOf(names);
    }

    private static String plain(String site) {
        Path last = Path.of(site.replace('\0', '_')).getFileName();
        String name = Normalizer.normalize(last == null ? "" : last.toString(), Normalizer.Form.NFC)
                .replaceAll("(?i)\\.(csv(\\.gz)?|arrows?|feather|parquet)(?=$| part \\d+ of \\d+$)", "")
                .replaceAll("[^\\p{L}\\p{N}._-]", "_")
                .replaceAll("^\\.+", "");
        int length = Math.min(LONGEST, name.codePointCount(0, name.length()));
        // the end tells parts of one file apart
        String end =
                name.substring(name.offsetByCodePoints(name.length(), -length)).replaceAll("^\\.+", "");
        return end.isEmpty() ? "site" : end;
    }
}
