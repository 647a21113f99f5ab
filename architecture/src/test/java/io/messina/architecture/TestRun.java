package io.messina.architecture;

import java.util.Optional;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * One test as Surefire reports it.
 *
 * @param className whose test it is
 * @param name its name
 * @param flake what it failed with before it passed
 * @param skipped why it was not run
 */
record TestRun(String className, String name, Optional<String> flake, Optional<String> skipped) {

  static TestRun of(Element testcase) {
    return new TestRun(
        testcase.getAttribute("classname"),
        testcase.getAttribute("name"),
        child(testcase, "flakyFailure").or(() -> child(testcase, "flakyError")),
        child(testcase, "skipped"));
  }

  String place() {
    return className + "." + name;
  }

  private static Optional<String> child(Element testcase, String name) {
    NodeList children = testcase.getElementsByTagName(name);
    return children.getLength() == 0
        ? Optional.empty()
        : Optional.of(((Element) children.item(0)).getAttribute("message"));
  }
}
