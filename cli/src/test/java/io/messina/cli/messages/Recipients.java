package io.messina.cli.messages;

import io.messina.api.Wire;
import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageContent;
import io.messina.api.message.NewMessage;
import java.util.ArrayList;
import java.util.List;

/**
 * The recipients of one history, each of whom gets one message.
 *
 * @param history its number, which is also its campaign
 */
record Recipients(int history) {

  static final AccountName ACCOUNT = new AccountName("shop");
  static final int OF_A_CHANNEL = 20;
  private static final int PAGE = 10;

  String campaign() {
    return "history-" + history;
  }

  String to(Channel channel, int number) {
    int all = history * OF_A_CHANNEL + number;
    return channel == Channel.EMAIL
        ? "user-%d@example.com".formatted(all)
        : (channel == Channel.SMS ? "+39333%07d" : "+39334%07d").formatted(all);
  }

  /** Bodies of requests, of ten messages each, of all channels in turns. */
  List<String> pages() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < OF_A_CHANNEL; i++) {
      for (Channel channel : Providers.CHANNELS.values()) {
        lines.add(Wire.write(message(channel, i)) + "\n");
      }
    }
    List<String> pages = new ArrayList<>();
    for (int i = 0; i < lines.size(); i += PAGE) {
      pages.add(String.join("", lines.subList(i, Math.min(i + PAGE, lines.size()))));
    }
    return pages;
  }

  private NewMessage message(Channel channel, int number) {
    String text = "Parcel " + number;
    MessageContent content =
        channel == Channel.EMAIL ? MessageContent.mail("Parcel", text) : MessageContent.text(text);
    return NewMessage.of(ACCOUNT, channel, to(channel, number), content)
        .campaign(campaign())
        .key("%s-%s-%d".formatted(campaign(), channel, number));
  }
}
