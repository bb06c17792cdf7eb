// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.command;

import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.samples.cli.Hedgerow;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.EventLog;
import io.hedgerow.samples.output.JsonOutput;
import io.hedgerow.samples.output.Progress;
import io.hedgerow.samples.output.Result;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/**
 * The base class of all commands. Extend it, annotate the class with {@code @Command(name = ..., description = ...)},
 * and add it to {@link Hedgerow#commands()}; or name it in {@code META-INF/services} of a jar beside the program, as
 * the lab does. Options, help, JSON, progress and errors are then the same as everywhere else.
 *
 * <p>Errors are exceptions: {@code IllegalArgumentException} for an option's value, {@code DataException} and
 * {@code IOException} for files, {@code PrivacyException} for refusals; {@code Failure} turns them into exit codes.
 */
public abstract class SubCommand implements Callable<Integer> {

    public static final String LOG_FORMAT = "--log-format";

    private static final Duration REDRAW = Duration.ofMillis(100);

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by the parser
    private CommandSpec spec;

    private @Nullable Terminal terminal;

    public final String commandName() {
        Command description = getClass().getAnnotation(Command.class);
        return description == null ? "" : description.name();
    }

    /** Command lines to learn from, shown by {@code --help}. Each must parse: at least one. */
    public abstract List<Example> examples();

    /** Does the work. Prints nothing. */
    public abstract Result run(CommandContext context) throws Exception;

    /**
     * Stays after the result has been printed, such as for a page that is still open. Does nothing unless overridden.
     */
    public void afterwards(CommandContext context) throws InterruptedException {}

    /** Options of a shared set that other commands can do without and this one cannot, by their longest names. */
    public Set<String> required() {
        return Set.of();
    }

    /** The format of notes, warnings and errors: text, unless the command has an option for it. */
    public final EventLog.Format logFormat() {
        OptionSpec option = spec.findOption(LOG_FORMAT);
        return option == null ? EventLog.Format.TEXT : option.getValue();
    }

    /** What the parser knows of the command line, such as the options that were given. */
    protected final CommandSpec spec() {
        return spec;
    }

    public final void attach(Terminal newTerminal) {
        this.terminal = newTerminal;
    }

    @Override
    public final Integer call() throws Exception {
        Terminal here = Objects.requireNonNull(terminal, "terminal");
        EventLog log = new EventLog(here.err(), logFormat(), here.clock());
        boolean live = here.liveErr() && !common.quiet() && !common.noColor() && !log.isForPrograms();
        Result result;
        CommandContext context;
        try (Progress progress = live ? new TerminalProgress(here.err(), here.clock(), REDRAW) : Progress.silent()) {
            context = new CommandContext(progress, log, common.quiet(), here.clock());
            result = run(context);
        }
        PrintWriter out = here.out();
        if (common.json()) {
            out.print(JsonOutput.text(result.json()));
        } else {
            StringWriter text = new StringWriter();
            PrintWriter to = new Lines(text);
            result.describe(to);
            to.flush();
            boolean asItIs = result.isDocument() && !here.shownOut();
            out.print(asItIs ? text : Printable.lines(text.toString()));
        }
        out.flush();
        afterwards(context);
        return result.exitCode().number();
    }

    /** A writer that keeps each message on one line, so that line breaks in names cannot forge messages. */
    private static final class Lines extends PrintWriter {

        Lines(StringWriter text) {
            super(text);
        }

        @Override
        public void println(@Nullable String line) {
            super.println(Printable.line(String.valueOf(line)));
        }
    }

    /**
     * An example command line for the help text.
     *
     * @param purpose a sentence without its full stop
     * @param arguments the words after {@code ./hedgerow}, beginning with the command's name
     */
    public record Example(String purpose, String arguments) {}
}
