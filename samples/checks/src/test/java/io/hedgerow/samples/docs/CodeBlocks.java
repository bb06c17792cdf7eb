// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.docs;

import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Node;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlWriter;

/** Writes blocks of code with marks for comments, strings and the words of Java. */
final class CodeBlocks implements NodeRenderer {

    private static final String STRINGS = "(?<string>\"(?:\\\\.|[^\"\\\\\\n])*\")";
    private static final Pattern SHELL = Pattern.compile("(?<comment>(?:^|(?<= ))#.*)|" + STRINGS, Pattern.MULTILINE);
    private static final Pattern MARKUP = Pattern.compile("(?<comment><!--.*?-->)|" + STRINGS, Pattern.DOTALL);
    private static final Pattern JAVA = Pattern.compile("(?<comment>//.*|/\\*(?s:.*?)\\*/)|" + STRINGS
            + "|\\b(?<word>public|private|protected|static|final|class|record|interface|enum|sealed|implements|extends|"
            + "return|new|try|catch|finally|throw|throws|if|else|for|while|switch|case|default|this|super|void|int|long|"
            + "double|boolean|byte|import|package|module|requires|exports|null|true|false|instanceof)\\b");
    private static final Map<String, Pattern> MARKED =
            Map.of("java", JAVA, "sh", SHELL, "yaml", SHELL, "json", SHELL, "xml", MARKUP);

    private final HtmlWriter html;

    CodeBlocks(HtmlNodeRendererContext context) {
        html = context.getWriter();
    }

    @Override
    public Set<Class<? extends Node>> getNodeTypes() {
        return Set.of(FencedCodeBlock.class);
    }

    @Override
    public void render(Node node) {
        FencedCodeBlock block = (FencedCodeBlock) node;
        html.line();
        html.tag("pre");
        html.tag("code");
        write(block.getLiteral(), MARKED.get(block.getInfo() == null ? "" : block.getInfo()));
        html.tag("/code");
        html.tag("/pre");
        html.line();
    }

    private void write(String code, Pattern marked) {
        int done = 0;
        if (marked != null) {
            Matcher found = marked.matcher(code);
            while (found.find()) {
                html.text(code.substring(done, found.start()));
                String kind =
                        found.group("comment") != null ? "comment" : found.group("string") != null ? "string" : "word";
                html.tag("span", Map.of("class", kind));
                html.text(found.group());
                html.tag("/span");
                done = found.end();
            }
        }
        html.text(code.substring(done));
    }
}
