// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.docs;

import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Block;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;

/** The words of a piece of Markdown, without its marks. */
final class PlainText extends AbstractVisitor {

    private final StringBuilder words = new StringBuilder();

    private PlainText() {}

    static String of(Node node) {
        PlainText text = new PlainText();
        node.accept(text);
        return text.words.toString().strip();
    }

    @Override
    public void visit(Text text) {
        words.append(text.getLiteral());
    }

    @Override
    public void visit(Code code) {
        words.append(code.getLiteral());
    }

    @Override
    public void visit(SoftLineBreak end) {
        words.append(' ');
    }

    @Override
    public void visit(FencedCodeBlock block) {
        words.append(block.getLiteral());
    }

    @Override
    public void visit(Paragraph paragraph) {
        apart(paragraph);
    }

    @Override
    public void visit(ListItem item) {
        apart(item);
    }

    /** Rows and cells of tables. */
    @Override
    public void visit(CustomNode part) {
        words.append(' ');
        visitChildren(part);
    }

    private void apart(Block block) {
        words.append(' ');
        visitChildren(block);
    }
}
