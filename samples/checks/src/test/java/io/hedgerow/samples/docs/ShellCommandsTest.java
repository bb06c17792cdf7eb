// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class ShellCommandsTest {

    private final CommandLine program = new CommandLine(CommandSpec.create()
            .name("hedgerow")
            .addOption(OptionSpec.builder("--version").build())
            .addSubcommand(
                    "grow",
                    CommandSpec.create()
                            .name("grow")
                            .addOption(OptionSpec.builder("--out").build())));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Run `./hedgerow`.",
                "(see ./hedgerow grow)",
                "./hedgerow --version",
                "./hedgerow grow --out=x | jq --raw-output .a",
                "./hedgerow grow \\\n    --out x > log --other"
            })
    void problems_ofWhatExists_areNone(String text) {
        assertEquals(List.of(), ShellCommands.problems("doc.md", text, program));
    }

    @Test
    void problems_nameTheLineAndWhatIsMissing() {
        assertOne("doc.md:2: there is no command prune", "a\n./hedgerow prune --out x\n");
        assertOne("doc.md:1: grow has no option --outt", "./hedgerow grow --outt x");
        assertOne("grow has no option --deep", "./hedgerow grow --out x \\\n  --deep=3");
        assertOne("hedgerow has no option --out", "./hedgerow --out");
    }

    private void assertOne(String part, String text) {
        List<String> problems = ShellCommands.problems("doc.md", text, program);
        assertEquals(1, problems.size(), problems.toString());
        assertTrue(problems.get(0).contains(part), problems.get(0));
    }
}
