# The formula for Homebrew on Linux. `deploy/release publish URL` fills in the placeholders between @ signs.
class Adjutant < Formula
  desc "Chat-bot gateway for Telegram, Discord and a local web chat"
  homepage "@URL@"
  version "@VERSION@"
  license "Apache-2.0"

  depends_on :linux

  on_intel do
    url "@URL@/adjutant-x86_64-unknown-linux-musl.tar.gz"
    sha256 "@SHA256_X86_64@"
  end
  on_arm do
    url "@URL@/adjutant-aarch64-unknown-linux-musl.tar.gz"
    sha256 "@SHA256_AARCH64@"
  end

  def install
    bin.install "adjutant"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/adjutant.bash" => "adjutant"
    zsh_completion.install "completions/_adjutant"
    fish_completion.install "completions/adjutant.fish"
    # Homebrew keeps an existing file, which may have the user's settings.
    pkgetc.install "config.toml"
    (var/"adjutant").mkpath
  end

  # brew services start adjutant
  # There is no log file, because all users could read it: the first lines contain the page's token and the owner code.
  # The log goes to the user's journal: journalctl --user --unit homebrew.adjutant
  service do
    run [opt_bin/"adjutant", "--config", etc/"adjutant/config.toml"]
    working_dir var/"adjutant"
    keep_alive crashed: true
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/adjutant --version")
  end
end
