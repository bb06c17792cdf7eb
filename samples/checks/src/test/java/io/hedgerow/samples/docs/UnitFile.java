// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A unit of systemd, read strictly: known sections, known keys, each once. */
record UnitFile(Map<String, Map<String, String>> sections) {

    /** Keys of systemd 252 that the units here may use; a mistyped one would be ignored with a line in a log. */
    private static final Map<String, Set<String>> KNOWN = Map.of(
            "Unit", Set.of("Description", "After", "Wants"),
            "Service", words("""
                    Type User Group UMask WorkingDirectory ExecStart Restart RestartPreventExitStatus RestartSec
                    SuccessExitStatus TimeoutStopSec LimitNOFILE LimitCORE NoNewPrivileges CapabilityBoundingSet
                    AmbientCapabilities ProtectSystem ReadWritePaths ProtectHome PrivateTmp PrivateDevices ProtectClock
                    ProtectHostname ProtectKernelLogs ProtectKernelModules ProtectKernelTunables ProtectControlGroups
                    ProtectProc RestrictAddressFamilies RestrictNamespaces RestrictRealtime RestrictSUIDSGID
                    LockPersonality RemoveIPC SystemCallArchitectures SystemCallFilter"""),
            "Install", Set.of("WantedBy"));

    private static Set<String> words(String text) {
        return Set.of(text.split("\\s+"));
    }

    static UnitFile read(Path file) throws IOException {
        return parse(file.getFileName().toString(), Files.readAllLines(file));
    }

    static UnitFile parse(String name, List<String> lines) {
        Map<String, Map<String, String>> sections = new LinkedHashMap<>();
        String section = "";
        for (int k = 0; k < lines.size(); k++) {
            String line = lines.get(k);
            String place = name + ":" + (k + 1) + ": ";
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            if (line.matches("\\[[A-Za-z]+]")) {
                section = line.substring(1, line.length() - 1);
                if (!KNOWN.containsKey(section) || sections.put(section, new LinkedHashMap<>()) != null) {
                    throw new IllegalArgumentException(place + "unknown or repeated section " + section);
                }
                continue;
            }
            String[] parts = line.split("=", 2);
            if (parts.length < 2 || !KNOWN.getOrDefault(section, Set.of()).contains(parts[0])) {
                throw new IllegalArgumentException(place + "no key of section '" + section + "': " + line);
            }
            if (sections.get(section).put(parts[0], parts[1]) != null) {
                throw new IllegalArgumentException(place + "repeated key " + parts[0]);
            }
        }
        return new UnitFile(sections);
    }

    /** The value of a key of the section Service. */
    String service(String key) {
        String value = sections.get("Service").get(key);
        if (value == null) {
            throw new IllegalArgumentException("the unit must say " + key);
        }
        return value;
    }
}
