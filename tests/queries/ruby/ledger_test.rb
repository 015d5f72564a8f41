require "minitest/autorun"

class LedgerTest < Minitest::Test
  def setup; end

  def test_empty
    assert true
  end

  describe "an empty one" do
    let(:ledger) { Ledger.new }
    it "has no rows" do
      rows = 3
    end
  end
end
